/// A conversion that makes a chart from the nodes and edges of a Graphviz file.
struct DOTToChart {
    let graph: DOTParser.Graph
    private let namings: [SwiftNaming]
    private var errors: ErrorList
    private var parameters = EventParameters()

    init(graph: DOTParser.Graph, namings: [SwiftNaming], _ errors: ErrorList) {
        (self.graph, self.namings, self.errors) = (graph, namings, errors)
    }

    mutating func chart() throws(ChartError) -> Chart {
        let outgoing = Dictionary(grouping: graph.edges, by: \.source)
        var root = Chart.State(id: "", kind: .compound, position: Position(line: 1, column: 1))
        for node in graph.nodes {
            if node.isStart {
                start(node, outgoing[node.id] ?? [], &root)
            } else {
                root.children.append(state(node, outgoing[node.id] ?? []))
            }
        }
        try errors.throwAll()
        var chart = Chart(name: graph.name, root: root)
        chart.parameters = parameters.known
        chart.namings = namings
        chart.mergeOppositeGuards()
        chart.labelsHaveTimes = true
        return chart
    }

    private mutating func start(
        _ node: DOTParser.Graph.Node,
        _ edges: [DOTParser.Graph.Edge],
        _ root: inout Chart.State
    ) {
        for edge in edges {
            var error: ChartError?
            if let label = edge.label, !label.isEmpty {
                error = ChartError(
                    edge.position,
                    "the arrow from the start “\(node.id)” has the label “\(label.prefix(60))”",
                    expected: "an arrow without a label",
                    instead: "\(edge.source) -> \(edge.target)"
                )
            } else if root.initial != nil {
                error = ChartError(
                    edge.position,
                    "a second arrow begins at a start",
                    expected: "one arrow from the start"
                )
            } else {
                root.initial = Chart.Initial(targets: [edge.target], position: edge.position)
            }
            add(error, edge)
        }
    }

    private mutating func add(_ error: ChartError?, _ edge: DOTParser.Graph.Edge) {
        guard var error else { return }
        error.understood =
            "an arrow from “\(edge.source)” to “\(edge.target)”"
            + (edge.label.map { " with the label “\($0.prefix(60))”" } ?? "")
        errors.add(error)
    }

    private mutating func state(_ node: DOTParser.Graph.Node, _ edges: [DOTParser.Graph.Edge]) -> Chart.State {
        var state = Chart.State(id: node.id, kind: node.isFinal ? .final : .atomic, position: node.position)
        if let label = node.attributes["label"].map(Self.lines), label != [node.id], !label.isEmpty {
            state.label = label.joined(separator: " ")
        }
        var transitions = LabeledTransitions()
        for edge in edges {
            if graph.node(edge.target)?.isStart == true {
                let problem = "an arrow leads to “\(edge.target)”, which is a start because of its shape `point`"
                add(ChartError(edge.position, problem, expected: "an arrow to a state"), edge)
                continue
            }
            let lines = edge.label.map(Self.lines) ?? []
            if lines.isEmpty {
                let problem = "the arrow from “\(edge.source)” to “\(edge.target)” has no event"
                add(ChartError(edge.position, problem, expected: edge.line("event")), edge)
            }
            for line in lines {
                do throws(ChartError) {
                    try add(line, edge, to: &transitions)
                } catch {
                    add(error, edge)
                }
            }
        }
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
        let label = try TransitionLabel(line, at: edge.position, namings: namings, line: edge.line)
        try parameters.add(label, at: edge.position, line: edge.line)
        guard !label.events.isEmpty else {
            throw ChartError(
                edge.position,
                "the label “\(line.prefix(60))” has no event",
                expected: "event [guard] / action",
                instead: edge.line("event \(line.prefix(60))")
            )
        }
        for event in label.events {
            let transition = Chart.Transition(
                events: [EventDescriptor(event.name)],
                condition: label.condition,
                targets: [edge.target],
                actions: label.actions,
                label: event.label,
                position: edge.position
            )
            transitions.add(transition, for: label)
        }
    }

    /// Returns the lines of a label, which `\n`, `\l` and `\r` separate.
    private static func lines(_ label: String) -> [String] {
        var lines = [label[...]]
        for separator in ["\\n", "\\l", "\\r", "\n"] { lines = lines.flatMap { $0.split(separator: separator) } }
        return lines.map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }
}
