/// A conversion that makes a chart from the nodes and edges of a Graphviz file.
struct DOTToChart {
    let graph: DOTGraph
    private var errors: ErrorList
    private var parameters = EventParameters()

    init(graph: DOTGraph, _ errors: ErrorList) { (self.graph, self.errors) = (graph, errors) }

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
        return chart
    }

    private mutating func start(_ node: DOTGraph.Node, _ edges: [DOTGraph.Edge], _ root: inout Chart.State) {
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

    private mutating func add(_ error: ChartError?, _ edge: DOTGraph.Edge) {
        guard var error else { return }
        error.understood =
            "an arrow from “\(edge.source)” to “\(edge.target)”"
            + (edge.label.map { " with the label “\($0.prefix(60))”" } ?? "")
        errors.add(error)
    }

    private mutating func state(_ node: DOTGraph.Node, _ edges: [DOTGraph.Edge]) -> Chart.State {
        var state = Chart.State(id: node.id, kind: node.isFinal ? .final : .atomic, position: node.position)
        if let label = node.attributes["label"].map(Self.lines), label != [node.id], !label.isEmpty {
            state.label = label.joined(separator: " ")
        }
        var rest: [Chart.Transition] = []
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
                    let transition = try transition(line, edge)
                    if transition.isElse {
                        rest.append(transition.value)
                    } else {
                        state.transitions.append(transition.value)
                    }
                } catch {
                    add(error, edge)
                }
            }
        }
        state.transitions += rest
        for error in state.hiddenTransitions { errors.add(error) }
        return state
    }

    private mutating func transition(
        _ line: String,
        _ edge: DOTGraph.Edge
    ) throws(ChartError) -> (value: Chart.Transition, isElse: Bool) {
        let label = try MermaidLabel(line, at: edge.position, line: edge.line)
        try parameters.add(label, at: edge.position, line: edge.line)
        guard let event = label.event else {
            throw ChartError(
                edge.position,
                "the label “\(line.prefix(60))” has no event",
                expected: "event [guard] / action",
                instead: edge.line("event \(line.prefix(60))")
            )
        }
        let transition = Chart.Transition(
            events: [EventDescriptor(event)],
            condition: label.condition,
            targets: [edge.target],
            actions: label.actions,
            label: line,
            position: edge.position
        )
        return (transition, label.isElse)
    }

    /// Returns the lines of a label, which `\n`, `\l` and `\r` separate.
    private static func lines(_ label: String) -> [String] {
        var lines = [label[...]]
        for separator in ["\\n", "\\l", "\\r", "\n"] { lines = lines.flatMap { $0.split(separator: separator) } }
        return lines.map { String(trimmed($0)) }.filter { !$0.isEmpty }
    }
}
