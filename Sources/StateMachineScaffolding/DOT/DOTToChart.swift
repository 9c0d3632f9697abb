import StateMachineCommandLine

/// A conversion that makes a chart from the nodes and edges of a Graphviz file.
struct DOTToChart {
    let graph: DOTParser.Graph
    private let namings: [SwiftNaming]
    private let notation: LabelNotation
    private let outgoing: [String: [DOTParser.Graph.Edge]]
    private let roles: [String: DOTParser.Graph.Role]
    private let usedLabels: Set<String>
    private var errors: ErrorList
    private var parameters = EventParameters()
    private var otherBeginnings: [Chart.Initial] = []
    private var notes: [ChartNote] = []

    init(graph: DOTParser.Graph, comments: DOTToken.Comments, _ errors: ErrorList) {
        (self.graph, self.errors) = (graph, errors)
        namings = comments.namings
        notation =
            comments.notation
            ?? LabelNotation(
                of: graph.edges.map(\.lines),
                states: Set(graph.nodes.flatMap { [$0.id, $0.title] }),
                namings: comments.namings
            )
        outgoing = Dictionary(grouping: graph.edges, by: \.source)
        roles = graph.roles
        usedLabels = Set(graph.edges.map { $0.lines.joined(separator: " ") })
    }

    mutating func chart() throws(ChartError) -> Chart {
        var root = Chart.State(id: "", kind: .compound, position: Position(line: 1, column: 1))
        for node in graph.nodes {
            switch roles[node.id] {
            case .start: start(node, &root)
            case .legend:
                note(node.position, "“\(node.title)” is not a state, because it has no edges and no frame")
            case .state, .final, nil: root.children.append(state(node))
            }
        }
        try errors.throwAll()
        if root.initial == nil, let first = graph.beginning {
            root.initial = Chart.Initial(targets: [first.id], position: first.position)
            note(
                first.position,
                "the machine begins in “\(first.title)”, because no node with the shape `point` shows where it begins",
                advice: "For another beginning, write start [shape=point] and start -> STATE"
            )
        }
        var chart = Chart(name: graph.name, root: root)
        chart.otherBeginnings = otherBeginnings
        chart.parameters = parameters.known
        chart.namings = namings
        chart.notes = graph.notes + notes
        chart.mergeOppositeGuards()
        chart.labelsHaveTimes = true
        return chart
    }

    private mutating func start(_ node: DOTParser.Graph.Node, _ root: inout Chart.State) {
        for edge in outgoing[node.id] ?? [] {
            let label = edge.lines.joined(separator: " ")
            let hasMore = label.contains("[") || notation.slash(in: label[...]) != nil
            if hasMore {
                let error = ChartError(
                    edge.position,
                    "the arrow from the start “\(node.id)” has the label “\(label.abbreviated(after: 60))”",
                    expected: "an arrow without a guard or actions",
                    instead: "\(edge.source) -> \(edge.target)"
                )
                add(error, edge)
                continue
            }
            if !label.isEmpty {
                note(
                    edge.position,
                    "“\(label)” is not an event: the arrow only shows that the machine begins in “\(edge.target)”"
                )
            }
            let initial = Chart.Initial(targets: [edge.target], position: edge.position)
            guard root.initial != nil else {
                root.initial = initial
                continue
            }
            otherBeginnings.append(initial)
            notes.append(.otherBeginning(in: edge.target, at: edge.position, about: .statement))
        }
    }

    private mutating func note(
        _ position: Position,
        _ meaning: String,
        advice: String? = nil,
        about subject: ChartNote.Subject = .statement
    ) {
        notes.append(ChartNote(subject, at: position, meaning, advice: advice))
    }

    private mutating func add(_ error: ChartError, _ edge: DOTParser.Graph.Edge) {
        var error = error
        error.understood =
            "an arrow from “\(edge.source)” to “\(edge.target)”"
            + (edge.label.map { " with the label “\($0.abbreviated(after: 60))”" } ?? "")
        errors.add(error)
    }

    /// The shapes that people draw for texts and other parts of the picture.
    private static let pictureShapes: Set<String> = ["none", "note", "plain", "plaintext", "tab", "underline"]

    private mutating func state(_ node: DOTParser.Graph.Node) -> Chart.State {
        let edges = outgoing[node.id] ?? []
        let isFinal = roles[node.id] == .final
        var state = Chart.State(id: node.id, kind: isFinal ? .final : .atomic, position: node.position)
        if node.title != node.id, !node.title.isEmpty { state.label = node.title }
        if node.isAccepting, !isFinal {
            note(node.position, "the machine does not end in “\(node.title)”, because arrows leave it")
        }
        if node.attributes["shape"] == "diamond", !edges.isEmpty {
            note(
                node.position,
                "the diamond “\(node.title)” is a state, not a choice",
                advice: "For a choice, draw its arrows from the state before it, and write event [guard]"
            )
        }
        if let shape = node.attributes["shape"], Self.pictureShapes.contains(shape) {
            note(node.position, "“\(node.title)” is a state, although its shape is \(shape)")
        }
        var transitions = LabeledTransitions()
        for edge in edges {
            if roles[edge.target] == .start {
                let problem = "an arrow leads to “\(edge.target)”, whose shape marks it as a start"
                add(ChartError(edge.position, problem, expected: "an arrow to a state"), edge)
                continue
            }
            var labels = notation.labels(in: edge.lines)
            if labels.count == 1, !notation.isExplicit, LabelNotation.isRemark(labels[0]) {
                notes.append(.remark(labels[0], at: edge.position))
                labels = []
            }
            if labels.count > 1, !notation.isExplicit {
                notes.append(.list(labels, at: edge.position))
            }
            if labels.isEmpty, let target = graph.node(edge.target) {
                let isUsed = usedLabels.contains(target.title)
                let event = isUsed ? "to \(target.title)" : parameters.spelling(of: target.title)
                add(TransitionLabel(event: event), edge, to: &transitions)
                note(
                    edge.position,
                    "the arrow from “\(edge.source)” to “\(edge.target)” has no label, so its event is named after its target",
                    advice: "For another event, write \(edge.line("event"))",
                    about: .event
                )
            }
            for label in labels {
                do throws(ChartError) {
                    try add(label, edge, to: &transitions)
                } catch {
                    add(error, edge)
                }
            }
        }
        notes += transitions.addChoices { [graph] id in graph.node(id)?.title ?? id }
        state.transitions = transitions.inOrder
        state.addTimers()
        for error in state.hiddenTransitions { errors.add(error) }
        return state
    }

    private mutating func add(
        _ line: String,
        _ edge: DOTParser.Graph.Edge,
        to transitions: inout LabeledTransitions
    ) throws(ChartError) {
        var label = try TransitionLabel(
            line,
            at: edge.position,
            namings: namings,
            notation: notation,
            line: edge.line
        )
        if let note = parameters.unifySpelling(of: &label, at: edge.position, notation) { notes.append(note) }
        notes += label.notes(on: line, at: edge.position, notation)
        try parameters.add(label, at: edge.position, line: edge.line)
        if label.events.isEmpty, label.condition != nil, label.actions.isEmpty {
            // Automata have labels such as `[0-9]`.
            label = TransitionLabel(event: line)
        }
        guard !label.events.isEmpty else {
            throw ChartError(
                edge.position,
                "the label “\(line.abbreviated(after: 60))” has no event",
                expected: "event [guard] / action",
                instead: edge.line("event \(line.abbreviated(after: 60))")
            )
        }
        add(label, edge, to: &transitions)
    }

    private func add(
        _ label: TransitionLabel,
        _ edge: DOTParser.Graph.Edge,
        to transitions: inout LabeledTransitions
    ) {
        for event in label.events {
            let transition = Chart.Transition(
                events: [EventDescriptor(event.name)],
                condition: label.condition,
                targets: [edge.target],
                actions: label.actions,
                label: event.label,
                position: edge.position
            )
            transitions.add(transition, for: label, remark: event.remark)
        }
    }
}
