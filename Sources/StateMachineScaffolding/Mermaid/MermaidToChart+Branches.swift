/// The targets of arrows through pseudo states.
extension MermaidToChart {
    func isPseudo(_ id: String) -> Bool { diagram.declarations[id]?.stereotype != nil }

    struct Branch {
        var condition: Condition?
        var actions: [String] = []
        var targets: [String]
    }

    /// Returns the targets of an arrow after all pseudo states.
    ///
    /// The branches of a choice have the order of the file, with "else" at the end.
    ///
    /// - Parameter path: The pseudo states before the arrow.
    func branches(of arrow: MermaidBuilder.Arrow, after path: [String] = []) throws(ChartError) -> [Branch] {
        if arrow.target == "[*]" {
            return [Branch(targets: [end[arrow.scope]].compactMap { $0 })]
        }
        guard let stereotype = diagram.declarations[arrow.target]?.stereotype else {
            return [Branch(targets: [arrow.target])]
        }
        let next = outgoing[arrow.target] ?? []
        guard !next.isEmpty else {
            throw ChartError(
                arrow.position,
                "no arrow leaves “\(arrow.target)”",
                expected: "an arrow from “\(arrow.target)” to a state"
            )
        }
        guard !path.contains(arrow.target) else {
            throw ChartError(
                arrow.position,
                "“\(arrow.target)” is in a loop of choices, forks and joins",
                expected: "a state in the loop"
            )
        }
        guard path.count < 10 else {
            throw ChartError(
                arrow.position,
                "more than 10 choices, forks and joins follow each other",
                expected: "a state between them"
            )
        }
        let path = path + [arrow.target]
        switch stereotype {
        case "choice": return try choices(next, after: path)
        case "join":
            let sources = diagram.arrows.filter { $0.target == arrow.target }
            let others = sources.filter { $0.source != arrow.source }.map { Condition.isIn($0.source) }
            if let wrong = sources.first(where: { $0.source == "[*]" || isPseudo($0.source) }) {
                let source = wrong.source == "[*]" ? "[*]" : "“\(wrong.source)”"
                throw ChartError(
                    wrong.position,
                    "the arrow from \(source) to the join “\(arrow.target)” does not begin at a state",
                    expected: "an arrow from a state"
                )
            }
            if let wrong = sources.first(where: { $0.label != sources[0].label }) {
                throw ChartError(
                    wrong.position,
                    "the arrows to the join “\(arrow.target)” have different labels",
                    expected: "the same label on each of them"
                )
            }
            guard next.count == 1 else {
                throw ChartError(
                    next[1].position,
                    "several arrows leave the join “\(arrow.target)”",
                    expected: "one arrow"
                )
            }
            guard next[0].label == nil else {
                throw ChartError(
                    next[0].position,
                    "the arrow that leaves the join “\(arrow.target)” has a label",
                    expected: "the label on the arrows that lead to the join"
                )
            }
            // Only the first source gets the transition, if all other sources are active.
            guard sources[0].source == arrow.source else { return [] }
            return try branches(of: next[0], after: path).map { branch in
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
                        "an arrow that leaves the fork “\(arrow.source)” has a label",
                        expected: "the label on the arrow that leads to the fork"
                    )
                }
                for inner in try branches(of: arrow, after: path) { branch.targets += inner.targets }
                guard branch.targets.count <= 100 else {
                    throw ChartError(
                        arrow.position,
                        "the fork “\(arrow.source)” has more than 100 targets",
                        expected: "fewer targets"
                    )
                }
            }
            return [branch]
        }
    }

    private func choices(_ arrows: [MermaidBuilder.Arrow], after path: [String]) throws(ChartError) -> [Branch] {
        var guarded: [Branch] = []
        var last: [Branch] = []
        for arrow in arrows {
            let text = diagram.text(of: arrow)
            let label = try TransitionLabel(text, at: arrow.position, notation: notation, splitsEvents: false)
            if label.event != nil, label.condition != nil || label.isElse {
                throw ChartError(
                    arrow.position,
                    "an arrow that leaves the choice “\(arrow.source)” has an event",
                    expected: "[guard] here, and the event on the arrow that leads to the choice"
                )
            }
            // The label on an arrow from a choice is a guard, with or without brackets.
            let isElse = label.isElse || label.event.map(TransitionLabel.isElse) == true
            var condition = label.condition
            if condition == nil, !isElse, let words = label.event {
                condition = try TransitionLabel.condition(words, arrow.position)
            }
            if condition == nil, !last.isEmpty {
                throw ChartError(
                    arrow.position,
                    "two arrows that leave the choice “\(arrow.source)” have no guard",
                    expected: "[guard] on all but one of the arrows"
                )
            }
            for inner in try branches(of: arrow, after: path) {
                let conditions = [condition, inner.condition].compactMap { $0 }
                let branch = Branch(
                    condition: .all(of: conditions),
                    actions: label.actions + inner.actions,
                    targets: inner.targets
                )
                if condition == nil { last.append(branch) } else { guarded.append(branch) }
            }
            guard guarded.count + last.count <= 100 else {
                throw ChartError(
                    arrow.position,
                    "the choice “\(arrow.source)” has more than 100 branches",
                    expected: "fewer branches"
                )
            }
        }
        return guarded + last
    }
}
