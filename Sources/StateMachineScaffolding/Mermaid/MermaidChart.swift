/// Makes a chart of the statements of a diagram: pseudo states become targets and conditions, and
/// `[*]` initial and final states.
struct MermaidChart {
    let diagram: MermaidBuilder
    var outgoing: [String: [MermaidBuilder.Arrow]] = [:]
    private var taken: Set<String>
    var end: [Int: String] = [:]

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
            if let label = arrow.label.map(MermaidText.plain) {
                throw ChartError(
                    arrow.position,
                    "the arrow from [*] has the label “\(label.prefix(60))”",
                    expected: "no label; what is done at the beginning is an entry action, \(arrow.target) : entry / …"
                )
            }
            let branches = try branches(of: arrow, depth: 0)
            guard branches.allSatisfy({ $0.condition == nil && $0.actions.isEmpty }) else {
                throw ChartError(
                    arrow.position,
                    "what the diagram begins with depends on a guard, or has an action",
                    expected: "an arrow from [*] to a state"
                )
            }
            state.initial = Chart.Initial(targets: branches.flatMap(\.targets), position: arrow.position)
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
        var rest: [Chart.Transition] = []
        for arrow in arrows { try add(arrow, to: &state, &rest, declaration, isOnly: arrows.count == 1) }
        for (text, position) in declaration.texts { try add(text, position, to: &state, &rest) }
        state.transitions += rest
        try rejectHidden(in: state)
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
    ///
    /// Reactions for all that others leave go to `rest`.
    private func add(
        _ text: String,
        _ position: Position,
        to state: inout Chart.State,
        _ rest: inout [Chart.Transition]
    ) throws(ChartError) {
        for line in MermaidText.lines(text) {
            if let meant = MermaidLabel.reaction(meantBy: line) {
                throw ChartError(
                    position,
                    "“\(line.prefix(60))” is not understood",
                    expected: "\(state.id) : \(meant)"
                )
            }
            let label = MermaidLabel.slash(in: line[...]) == nil ? nil : try MermaidLabel(line, at: position)
            guard let label, !label.actions.isEmpty else {
                if state.label == nil { state.label = line } else { state.notes.append(line) }
                continue
            }
            let keyword = label.event?.lowercased()
            if let keyword, ["do", "entry", "exit"].contains(keyword), label.condition != nil || label.isElse {
                throw ChartError(
                    position,
                    "“\(line.prefix(60))” has a guard",
                    expected: "\(keyword) / …, and guards on arrows"
                )
            }
            switch keyword {
            case "do"?: state.activities += label.actions
            case "entry"?: state.entryActions += label.actions
            case "exit"?: state.exitActions += label.actions
            default:
                guard let event = label.event else {
                    throw ChartError(position, "“\(line.prefix(60))” has no event", expected: "event / action")
                }
                let reaction = Chart.Transition(
                    events: [EventDescriptor(event)],
                    condition: label.condition,
                    targets: [],
                    actions: label.actions,
                    label: line,
                    position: position
                )
                if label.isElse { rest.append(reaction) } else { state.transitions.append(reaction) }
            }
        }
    }

    // MARK: Arrows

    /// Adds the transitions of an arrow; those for all that others leave go to `rest`.
    private mutating func add(
        _ arrow: MermaidBuilder.Arrow,
        to state: inout Chart.State,
        _ rest: inout [Chart.Transition],
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
                let transition = Chart.Transition(
                    events: events,
                    condition: .all(of: conditions),
                    targets: branch.targets,
                    actions: label.actions + branch.actions,
                    label: line.isEmpty ? nil : line,
                    position: arrow.position
                )
                if label.isElse { rest.append(transition) } else { state.transitions.append(transition) }
            }
        }
    }

    /// Refuses an arrow that another one for its event hides; the same arrow may be written twice.
    private func rejectHidden(in state: Chart.State) throws(ChartError) {
        var taken: [[EventDescriptor]: Chart.Transition] = [:]
        for transition in state.transitions {
            if let first = taken[transition.events] {
                if first.label == transition.label, first.targets == transition.targets { continue }
                let event = transition.events.first.flatMap { $0.isForCompletionsOnly ? nil : $0.name }
                throw ChartError(
                    transition.position,
                    "“\(state.id)” has two arrows \(event.map { "for “\($0)”" } ?? "without an event"), and that of "
                        + "line \(first.position.line), which has no guard, is always taken",
                    expected: event.map { "\($0) [guard], or another event" } ?? "a guard"
                )
            } else if transition.condition == nil || transition.condition == .constant(true) {
                taken[transition.events] = transition
            }
        }
    }
}
