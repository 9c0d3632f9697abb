import StateMachineCommandLine

/// A conversion that makes a chart from the statements of a diagram.
///
/// Pseudo states become targets and conditions. Each `[*]` becomes an initial or a final state.
struct MermaidToChart {
    let diagram: MermaidBuilder
    let notation: LabelNotation
    /// The states that the machine would leave and enter again forever without an event.
    ///
    /// The guards on their arrows are read as events.
    let circle: Set<String>
    var outgoing: [String: [MermaidBuilder.Arrow]] = [:]
    private var taken: Set<String>
    var end: [Int: String] = [:]
    var errors: ErrorList
    var otherBeginnings: [Chart.Initial] = []
    var parameters = EventParameters()
    private var guessedBeginnings: [String] = []
    private var unnamedRegions: [String] = []
    var notes: [ChartNote]
    /// The labels of all arrows.
    let usedLabels: Set<String>

    init(_ diagram: MermaidBuilder, _ errors: ErrorList, circle: Set<String> = []) {
        self.diagram = diagram
        self.circle = circle
        self.errors = errors
        notes = diagram.notes
        notation = diagram.labelNotation
        usedLabels = Set(diagram.arrows.filter { $0.label != nil }.map { diagram.text(of: $0) })
        taken = Set(diagram.declarations.keys)
        for arrow in diagram.arrows { outgoing[arrow.source == "[*]" ? "" : arrow.source, default: []].append(arrow) }
        for arrow in diagram.arrows where arrow.target == "[*]" && end[arrow.scope] == nil && !makesFinal(arrow) {
            end[arrow.scope] = unique(diagram.scopes[arrow.scope].owner.map { "\($0)End" } ?? "end")
        }
    }

    mutating func chart() throws(ChartError) -> Chart {
        let position = Position(line: 1, column: 1)
        var root = Chart.State(id: "", kind: .compound, position: position)
        fill(&root, scope: 0)
        try errors.throwAll()
        try rejectUnequalBeginnings(in: root)
        noteChoices()
        noteInnerEnds(in: root)
        let tops = diagram.scopes[0].states
        let isDivided =
            tops.count > 1 && root.initial == nil && outgoing.keys.allSatisfy { !tops.contains($0) }
            && tops.allSatisfy { diagram.declarations[$0]?.regions.isEmpty == false }
            && !diagram.arrows.contains { tops.contains($0.target) }
        if isDivided {
            // If no arrow leads to or from the top-level frames, the machine is in all of them.
            var regions = Chart.State(id: unique("regions"), kind: .parallel, position: position)
            regions.children = root.children
            root.children = [regions]
        }
        var chart = Chart(name: diagram.name, root: root)
        chart.otherBeginnings = otherBeginnings
        chart.parameters = parameters.known
        chart.guessedBeginnings = isDivided ? guessedBeginnings.filter { !$0.isEmpty } : guessedBeginnings
        chart.unnamedRegions = unnamedRegions
        chart.namings = diagram.namings
        chart.notes = notes
        let circle = notation.isExplicit || !self.circle.isEmpty ? [] : chart.circleWithoutEvents
        if !circle.isEmpty {
            var conversion = MermaidToChart(diagram, errors, circle: circle)
            return try conversion.chart()
        }
        chart.mergeOppositeGuards()
        chart.labelsHaveTimes = true
        return chart
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

    /// Returns the id of a region, which is its name if it has one.
    private mutating func regionID(_ name: RegionName?, default id: String) -> String {
        guard let name else { return unique(id) }
        if !taken.insert(name.name).inserted {
            errors.add(
                ChartError(
                    name.position,
                    "the comment gives the region the name “\(name.name.abbreviated(after: 60))”, which is already used",
                    expected: "a name that no state and no other region has"
                )
            )
        }
        return name.name
    }

    // MARK: States

    /// Adds the states of a scope to a state.
    private mutating func fill(_ state: inout Chart.State, scope: Int) {
        for id in diagram.scopes[scope].states {
            guard let declaration = diagram.declarations[id], declaration.stereotype == nil else { continue }
            state.children.append(self.state(declaration))
        }
        for arrow in outgoing[""] ?? [] where arrow.scope == scope {
            collect(arrow) { conversion throws(ChartError) in try conversion.addStart(arrow, to: &state) }
        }
        if state.initial == nil, state.children.count > 1 {
            guessedBeginnings.append(state.id)
            if scope == 0, !notation.isExplicit { chooseLikelyBeginning(of: &state) }
        }
        if let id = end[scope] {
            var final = Chart.State(id: id, kind: .final, position: state.position)
            final.label = "[*]"
            state.children.append(final)
        }
    }

    /// Begins in the state from which most states can be reached.
    private func chooseLikelyBeginning(of state: inout Chart.State) {
        /// Returns the child that contains a state, so an arrow leads from child to child.
        func child(_ id: String) -> String {
            guard let scope = diagram.declarations[id]?.scope, let owner = diagram.scopes[scope].owner else {
                return id
            }
            return child(owner)
        }
        let arrows = diagram.arrows.map { (source: child($0.source), target: child($0.target)) }
        let likely = likelyBeginning(of: state.children.map(\.id), arrows: arrows)
        guard let first = likely, first != state.children[0].id else { return }
        state.initial = Chart.Initial(targets: [first], position: state.position)
    }

    private mutating func state(_ declaration: MermaidBuilder.Declaration) -> Chart.State {
        var state = Chart.State(id: declaration.id, kind: .atomic, position: declaration.position)
        state.label = declaration.label == declaration.id ? nil : declaration.label
        state.notes = declaration.notes
        var reactions: [(transition: Chart.Transition, label: TransitionLabel)] = []
        for (text, position) in declaration.texts {
            collect { conversion throws(ChartError) in
                reactions += try conversion.add(text, at: position, to: &state)
            }
        }
        var transitions = LabeledTransitions()
        for arrow in outgoing[declaration.id] ?? [] {
            collect(arrow) { conversion throws(ChartError) in
                try conversion.add(arrow, to: &state, of: declaration, transitions: &transitions)
            }
        }
        for (transition, label) in reactions { transitions.add(transition, for: label) }
        let choices = transitions.addChoices { title(of: $0) }
        notes += choices
        state.transitions = transitions.inOrder
        if declaration.regions.isEmpty, !notation.isExplicit { notes += state.waitForGuards(notation) }
        state.addTimers()
        for error in state.hiddenTransitions { errors.add(error) }
        switch declaration.regions.count {
        case 0: break
        case 1:
            if let name = diagram.scopes[declaration.regions[0]].name {
                errors.add(
                    ChartError(
                        name.position,
                        "the comment names the region “\(name.name.abbreviated(after: 60))”, "
                            + "but “\(declaration.id)” has no regions",
                        expected: "-- between the regions of “\(declaration.id)”"
                    )
                )
            }
            state.kind = .compound
            fill(&state, scope: declaration.regions[0])
        default:
            state.kind = .parallel
            for (index, scope) in declaration.regions.enumerated() {
                let name = diagram.scopes[scope].name
                var region = Chart.State(
                    id: regionID(name, default: "\(declaration.id)Region\(index + 1)"),
                    kind: .compound,
                    position: name?.position ?? declaration.position
                )
                fill(&region, scope: scope)
                state.children.append(region)
            }
            for (index, scope) in declaration.regions.enumerated() where diagram.scopes[scope].name == nil {
                let frame = state.children[index]
                state.children[index] = frame.withoutFrame
                if state.children[index].id == frame.id { unnamedRegions.append(frame.id) }
            }
        }
        for history in declaration.histories {
            collect { conversion throws(ChartError) in
                state.children.append(try conversion.child(history, of: state))
            }
        }
        return state
    }

    /// Notes that a text with a slash is not a reaction to an event.
    private mutating func noteDescription(_ text: String, of id: String, at position: Position) {
        guard !notation.isExplicit, SlashEvidence.hasSpacedSlash(text) else { return }
        notes.append(
            ChartNote(
                .label,
                at: position,
                "“\(text.abbreviated(after: 60))” is read as a description of “\(id)” and not as an event with an action, "
                    + "because no other label in the diagram has an action",
                advice: "If it is an event with an action, add the comment “\(LabelNotation.comment)”"
            )
        )
    }

    /// Returns `entry / ring` for lines such as “on entry: ring”, which it notes, and other lines
    /// as they are.
    private mutating func reaction(meantBy line: String, at position: Position) -> String {
        guard let meant = TransitionLabel.reaction(meantBy: line), !meant.hasSuffix("…") else { return line }
        notes.append(
            ChartNote(
                .spelling,
                at: position,
                "“\(line.abbreviated(after: 60))” is read as “\(meant.abbreviated(after: 60))”"
            )
        )
        return meant
    }

    /// Adds a line `id : text`, which is an action, an activity, an internal reaction or a label.
    ///
    /// - Returns: The internal reactions.
    private mutating func add(
        _ text: String,
        at position: Position,
        to state: inout Chart.State
    ) throws(ChartError) -> [(transition: Chart.Transition, label: TransitionLabel)] {
        var reactions: [(Chart.Transition, TransitionLabel)] = []
        for line in MermaidText.lines(text) {
            let line = reaction(meantBy: line, at: position)
            let label =
                notation.slash(in: line[...]) == nil
                ? nil : try TransitionLabel(line, at: position, namings: diagram.namings, notation: notation)
            guard var label, !label.actions.isEmpty else {
                if state.label == nil { state.label = line } else { state.notes.append(line) }
                noteDescription(line, of: state.id, at: position)
                continue
            }
            let keywords = label.events.map { $0.name.lowercased() }.filter { ["do", "entry", "exit"].contains($0) }
            if !keywords.isEmpty, keywords.count < label.events.count || label.condition != nil || label.isElse {
                throw ChartError(
                    position,
                    "“\(line.abbreviated(after: 60))” has "
                        + (keywords.count < label.events.count
                            ? "an event beside \(keywords[0])" : "a guard, which entry, exit and do cannot have"),
                    expected: "\(keywords[0]) / …"
                )
            }
            for keyword in keywords {
                switch keyword {
                case "do": state.activities += label.actions
                case "entry": state.entryActions += label.actions
                default: state.exitActions += label.actions
                }
            }
            guard keywords.isEmpty else { continue }
            guard !label.events.isEmpty else {
                throw ChartError(position, "“\(line.abbreviated(after: 60))” has no event", expected: "event / action")
            }
            if let note = parameters.unifySpelling(of: &label, at: position, notation) { notes.append(note) }
            notes += label.notesOnDeferral(at: position, "“\(line.abbreviated(after: 60))”")
            try parameters.add(label, at: position)
            reactions += label.events.map { event in
                let reaction = Chart.Transition(
                    events: [EventDescriptor(event.name)],
                    condition: label.condition,
                    targets: [],
                    actions: label.actions,
                    label: event.label,
                    position: position
                )
                return (reaction, label)
            }
        }
        return reactions
    }

    // MARK: Arrows

    /// Adds the transitions of an arrow.
    private mutating func add(
        _ arrow: MermaidBuilder.Arrow,
        to state: inout Chart.State,
        of declaration: MermaidBuilder.Declaration,
        transitions: inout LabeledTransitions
    ) throws(ChartError) {
        if makesFinal(arrow) {
            state.kind = .final
            return
        }
        if arrow.target == "[*]", arrow.label == nil, notation.isExplicit, declaration.regions.isEmpty,
            let error = problem(withEnd: arrow, of: declaration, all: outgoing[declaration.id] ?? [])
        {
            throw error
        }
        let lines = notation.labels(in: diagram.lines(of: arrow))
        if lines.count > 1, !notation.isExplicit { notes.append(.list(lines, at: arrow.position)) }
        for line in lines.isEmpty ? [""] : lines {
            let statement = { MermaidStatement.arrow(arrow.source, arrow.target, $0) }
            var label = try TransitionLabel(
                line,
                at: arrow.position,
                namings: diagram.namings,
                notation: notation,
                line: statement
            )
            if let note = parameters.unifySpelling(of: &label, at: arrow.position, notation) { notes.append(note) }
            notes += label.notes(on: line, at: arrow.position, notation)
            try parameters.add(label, at: arrow.position, line: statement)
            // The time would begin with the first of the joined states, not with the last one.
            if diagram.declarations[arrow.target]?.stereotype == "join",
                let time = label.events.first(where: { Chart.State.time(of: $0.name) != nil })
            {
                throw ChartError(
                    arrow.position,
                    "the arrow to the join “\(arrow.target)” has the time “\(time.name)”",
                    expected: "an event that is not a time"
                )
            }
            let branches = try branches(of: arrow)
            let triggers = label.events.map {
                (events: [EventDescriptor($0.name)], label: $0.label, remark: $0.remark)
            }
            let (implied, isGuardEvent) =
                triggers.isEmpty ? impliedEvents(of: arrow, label, state, declaration) : ([], false)
            let condition = isGuardEvent ? nil : label.condition
            for trigger in triggers.isEmpty ? [(events: implied, label: line, remark: nil)] : triggers {
                for branch in branches {
                    let transition = Chart.Transition(
                        events: trigger.events,
                        condition: .all(of: [condition, branch.condition].compactMap { $0 }),
                        targets: branch.targets,
                        actions: label.actions + branch.actions,
                        label: trigger.label.isEmpty ? nil : trigger.label,
                        position: arrow.position
                    )
                    transitions.add(transition, for: label, remark: trigger.remark)
                }
            }
        }
    }
}
