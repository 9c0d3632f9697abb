/// Makes a chart of the statements of a diagram: pseudo states become targets and conditions, and `[*]` initial and final states.
struct MermaidChart {
    private let diagram: MermaidBuilder
    private var outgoing: [String: [MermaidBuilder.Arrow]] = [:]
    private var taken: Set<String>
    private var end: [Int: String] = [:]

    init(_ diagram: MermaidBuilder) throws(ChartError) {
        self.diagram = diagram
        taken = Set(diagram.declarations.keys)
        for arrow in diagram.arrows { outgoing[arrow.source == "[*]" ? "" : arrow.source, default: []].append(arrow) }
        for arrow in diagram.arrows where arrow.target == "[*]" && end[arrow.scope] == nil {
            let source = diagram.declarations[arrow.source]
            // An arrow without an event from a simple state says that the state itself is final.
            guard arrow.label != nil || source?.regions.isEmpty == false || source?.stereotype != nil else { continue }
            end[arrow.scope] = unique(diagram.scopes[arrow.scope].owner.map { "\($0)End" } ?? "end")
        }
    }

    mutating func chart() throws(ChartError) -> Chart {
        let position = Position(line: 1, column: 1)
        var root = Chart.State(id: "", kind: .compound, position: position)
        try fill(&root, scope: 0)
        let tops = diagram.scopes[0].states
        let isDivided =
            tops.count > 1 && root.initial == nil && outgoing.keys.allSatisfy { !tops.contains($0) }
            && tops.allSatisfy { diagram.declarations[$0]?.regions.isEmpty == false }
            && !diagram.arrows.contains { tops.contains($0.target) }
        if isDivided {
            // Frames side by side that nothing leads to: the machine is in all of them.
            var regions = Chart.State(id: unique("regions"), kind: .parallel, position: position)
            regions.children = root.children
            root.children = [regions]
        }
        return Chart(name: diagram.name, root: root)
    }

    private mutating func unique(_ name: String) -> String {
        var id = name
        var number = 2
        while !taken.insert(id).inserted {
            id = "\(name)_\(number)"
            number += 1
        }
        return id
    }

    // MARK: States

    /// Fills a state with those of a scope.
    private mutating func fill(_ state: inout Chart.State, scope: Int) throws(ChartError) {
        for id in diagram.scopes[scope].states {
            guard let declaration = diagram.declarations[id], declaration.stereotype == nil else { continue }
            state.children.append(try self.state(declaration))
        }
        for arrow in outgoing[""] ?? [] where arrow.scope == scope {
            if state.initial != nil {
                throw ChartError(arrow.position, "a second arrow leads from [*]", expected: "one for each region")
            }
            let label = try arrow.label.map { text throws(ChartError) in try MermaidLabel(text, at: arrow.position) }
            guard label == nil || label?.condition == nil && label?.actions.isEmpty == true else {
                throw ChartError(arrow.position, "the arrow from [*] has a guard or an action", expected: "none")
            }
            var targets: [String] = []
            for branch in try branches(of: arrow, depth: 0) where branch.condition == nil { targets += branch.targets }
            state.initial = Chart.Initial(targets: targets, position: arrow.position)
        }
        if let id = end[scope] {
            var final = Chart.State(id: id, kind: .final, position: state.position)
            final.label = "[*]"
            state.children.append(final)
        }
    }

    private mutating func state(_ declaration: MermaidBuilder.Declaration) throws(ChartError) -> Chart.State {
        var state = Chart.State(id: declaration.id, kind: .atomic, position: declaration.position)
        state.label = declaration.label == declaration.id ? nil : declaration.label
        state.notes = declaration.notes
        let arrows = outgoing[declaration.id] ?? []
        for arrow in arrows { try add(arrow, to: &state, declaration, isOnly: arrows.count == 1) }
        for text in declaration.texts { try add(text, to: &state) }
        switch declaration.regions.count {
        case 0: break
        case 1:
            state.kind = .compound
            try fill(&state, scope: declaration.regions[0])
        default:
            state.kind = .parallel
            for (index, scope) in declaration.regions.enumerated() {
                var region = Chart.State(
                    id: unique("\(declaration.id)Region\(index + 1)"),
                    kind: .compound,
                    position: declaration.position
                )
                region.label = "region \(index + 1) of \(declaration.label ?? declaration.id)"
                try fill(&region, scope: scope)
                state.children.append(region)
            }
        }
        return state
    }

    /// A line `id : text`: an action, an activity, a reaction inside the state, or its label.
    private func add(_ text: String, to state: inout Chart.State) throws(ChartError) {
        for line in MermaidText.lines(text) {
            let label = try MermaidLabel(line, at: state.position)
            switch (label.event?.lowercased(), label.actions.isEmpty) {
            case ("do"?, false): state.activities += label.actions
            case ("entry"?, false): state.entryActions += label.actions
            case ("exit"?, false): state.exitActions += label.actions
            case (_, false):
                guard let event = label.event else {
                    throw ChartError(state.position, "“\(line.prefix(60))” has no event", expected: "event / action")
                }
                state.transitions.append(
                    Chart.Transition(
                        events: [EventDescriptor(event)],
                        condition: label.condition,
                        targets: [],
                        actions: label.actions,
                        label: line,
                        position: state.position
                    )
                )
            case (_, true): if state.label == nil { state.label = line } else { state.notes.append(line) }
            }
        }
    }

    // MARK: Arrows

    private mutating func add(
        _ arrow: MermaidBuilder.Arrow,
        to state: inout Chart.State,
        _ declaration: MermaidBuilder.Declaration,
        isOnly: Bool
    ) throws(ChartError) {
        let lines = arrow.label.map(MermaidText.lines) ?? []
        if lines.isEmpty, declaration.regions.isEmpty {
            if arrow.target == "[*]" {
                guard isOnly, arrow.scope == declaration.scope else {
                    throw ChartError(
                        arrow.position,
                        "“\(state.id)” ends with an arrow without an event, and other arrows leave it",
                        expected: "an event on the arrow to [*]"
                    )
                }
                state.kind = .final
                return
            }
            guard isPseudo(arrow.target) else {
                throw ChartError(
                    arrow.position,
                    "the arrow from “\(state.id)” to “\(arrow.target)” has no event",
                    expected: "\(arrow.source) --> \(arrow.target) : event"
                )
            }
        }
        for line in lines.isEmpty ? [""] : lines {
            let label = try MermaidLabel(line, at: arrow.position)
            for branch in try branches(of: arrow, depth: 0) {
                var events = label.event.map { [EventDescriptor($0)] } ?? []
                if events.isEmpty, !declaration.regions.isEmpty { events = [.completion(of: state.id)] }
                let conditions = [label.condition, branch.condition].compactMap { $0 }
                state.transitions.append(
                    Chart.Transition(
                        events: events,
                        condition: conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .all(conditions),
                        targets: branch.targets,
                        actions: label.actions + branch.actions,
                        label: line.isEmpty ? nil : line,
                        position: arrow.position
                    )
                )
            }
        }
    }

    private func isPseudo(_ id: String) -> Bool { diagram.declarations[id]?.stereotype != nil }

    private struct Branch {
        var condition: Condition?
        var actions: [String] = []
        var targets: [String]
    }

    /// Where an arrow leads, through all pseudo states: those of a choice in the order of the file, "else" last.
    private mutating func branches(of arrow: MermaidBuilder.Arrow, depth: Int) throws(ChartError) -> [Branch] {
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
            // The first of the states leads on, if all others are active.
            guard sources[0].source == arrow.source else { return [] }
            return try branches(of: next[0], depth: depth + 1).map { branch in
                let conditions = others + [branch.condition].compactMap { $0 }
                return Branch(
                    condition: conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .all(conditions),
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

    private mutating func choices(_ arrows: [MermaidBuilder.Arrow], depth: Int) throws(ChartError) -> [Branch] {
        var guarded: [Branch] = []
        var last: [Branch] = []
        for arrow in arrows {
            let label = try MermaidLabel(arrow.label.map(MermaidText.plain) ?? "", at: arrow.position)
            // What stands on an arrow of a choice is its guard, with or without brackets.
            let isElse = label.isElse || label.event?.lowercased() == "else"
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
                    condition: conditions.isEmpty ? nil : conditions.count == 1 ? conditions[0] : .all(conditions),
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
