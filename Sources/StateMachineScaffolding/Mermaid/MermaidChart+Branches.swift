/// Where arrows lead, through pseudo states.
extension MermaidChart {
    func isPseudo(_ id: String) -> Bool { diagram.declarations[id]?.stereotype != nil }

    struct Branch {
        var condition: Condition?
        var actions: [String] = []
        var targets: [String]
    }

    /// Where an arrow leads, through all pseudo states: those of a choice in the order of the file,
    /// "else" last.
    func branches(of arrow: MermaidBuilder.Arrow, depth: Int) throws(ChartError) -> [Branch] {
        if arrow.target == "[*]" {
            return [Branch(targets: [end[arrow.scope]].compactMap { $0 })]
        }
        guard let stereotype = diagram.declarations[arrow.target]?.stereotype else {
            return [Branch(targets: [arrow.target])]
        }
        let next = outgoing[arrow.target] ?? []
        guard !next.isEmpty, depth < 10 else {
            throw ChartError(
                arrow.position,
                next.isEmpty ? "nothing leaves “\(arrow.target)”" : "choices lead to each other for ever",
                expected: "an arrow from “\(arrow.target)” to a state"
            )
        }
        switch stereotype {
        case "choice": return try choices(next, depth: depth)
        case "join":
            let sources = diagram.arrows.filter { $0.target == arrow.target }
            let others = sources.filter { $0.source != arrow.source }.map { Condition.isIn($0.source) }
            guard Set(sources.map(\.label)).count == 1,
                sources.allSatisfy({ $0.source != "[*]" && !isPseudo($0.source) }), next.count == 1
            else {
                throw ChartError(
                    arrow.position,
                    "the arrows to the join “\(arrow.target)” differ, or several leave it",
                    expected: "states that join on the same event, and one arrow from there"
                )
            }
            guard next[0].label == nil else {
                throw ChartError(
                    next[0].position,
                    "the arrow from the join “\(arrow.target)” has a label",
                    expected: "none, and the label on the arrows to the join"
                )
            }
            // The first of the states leads on, if all others are active.
            guard sources[0].source == arrow.source else { return [] }
            return try branches(of: next[0], depth: depth + 1).map { branch in
                let conditions = others + [branch.condition].compactMap { $0 }
                return Branch(
                    condition: .all(of: conditions),
                    actions: branch.actions,
                    targets: branch.targets
                )
            }
        default:
            var branch = Branch(targets: [])
            for arrow in next {
                guard arrow.label == nil else {
                    throw ChartError(
                        arrow.position,
                        "an arrow from the fork “\(arrow.source)” has a label",
                        expected: "none"
                    )
                }
                for inner in try branches(of: arrow, depth: depth + 1) { branch.targets += inner.targets }
            }
            return [branch]
        }
    }

    private func choices(_ arrows: [MermaidBuilder.Arrow], depth: Int) throws(ChartError) -> [Branch] {
        var guarded: [Branch] = []
        var last: [Branch] = []
        for arrow in arrows {
            let label = try MermaidLabel(arrow.label.map(MermaidText.plain) ?? "", at: arrow.position)
            if label.event != nil, label.condition != nil || label.isElse {
                throw ChartError(
                    arrow.position,
                    "an arrow from the choice “\(arrow.source)” has an event",
                    expected: "[guard], and the event on the arrow to the choice"
                )
            }
            // What stands on an arrow of a choice is its guard, with or without brackets.
            let isElse = label.isElse || label.event.map(MermaidLabel.isElse) == true
            let condition =
                label.condition
                ?? (isElse ? nil : label.event.map { try? ConditionParser.read($0, at: arrow.position) } ?? nil)
                ?? (isElse ? nil : label.event.map(Condition.guard))
            if condition == nil, !last.isEmpty {
                throw ChartError(
                    arrow.position,
                    "two arrows leave the choice “\(arrow.source)” without a guard",
                    expected: "[guard]"
                )
            }
            for inner in try branches(of: arrow, depth: depth + 1) {
                let conditions = [condition, inner.condition].compactMap { $0 }
                let branch = Branch(
                    condition: .all(of: conditions),
                    actions: label.actions + inner.actions,
                    targets: inner.targets
                )
                if condition == nil { last.append(branch) } else { guarded.append(branch) }
            }
            guard guarded.count + last.count <= 100 else {
                throw ChartError(arrow.position, "the choice “\(arrow.source)” has more than 100 branches")
            }
        }
        return guarded + last
    }
}
