import StateMachineGraphs
import StateMachines

/// What can be covered: the states and the pairs of a graph by their paths, in the graph's order.
struct CoverageMap<Definition: FiniteStateDefinition>: Sendable {
    typealias Pair = TransitionCoverage<Definition>.Pair

    /// Where in the graph something is found first: the place of the state, and that of its sample event.
    struct Vertex: Sendable {
        let node: Int
        let sample: Int
    }

    /// What the graph makes of a pair, and where.
    struct Entry: Sendable {
        var handled: Vertex?
        var rejected: Vertex?

        var first: Vertex? {
            switch (handled, rejected) {
            case (let handled?, let rejected?):
                (handled.node, handled.sample) < (rejected.node, rejected.sample) ? handled : rejected
            case (let place?, nil), (nil, let place?): place
            case (nil, nil): nil
            }
        }
    }

    private let graph: StateGraph<Definition>

    /// The paths of the states, each with the number of the nearest state that has it.
    private(set) var states: [(path: [String], node: Int)] = []

    /// The paths of the events.
    private(set) var events: [[String]] = []

    /// The pairs, in the order in which they are found.
    private(set) var pairs: [Pair] = []

    private(set) var entries: [Pair: Entry] = [:]

    init(of graph: StateGraph<Definition>) {
        self.graph = graph
        var known: (states: Set<[String]>, events: Set<[String]>) = ([], [])
        for node in graph.nodes {
            let path = ValueName(of: node.state).path
            if known.states.insert(path).inserted { states.append((path, node.id)) }
            for (sample, edge) in graph.edges(from: node).enumerated() {
                let pair = Pair(node.state, edge.event)
                if known.events.insert(pair.event).inserted { events.append(pair.event) }
                if entries[pair] == nil { pairs.append(pair) }
                let place = Vertex(node: node.id, sample: sample)
                var entry = entries[pair] ?? Entry()
                if edge.isHandled { entry.handled = entry.handled ?? place }
                if !edge.isHandled { entry.rejected = entry.rejected ?? place }
                entries[pair] = entry
            }
        }
    }

    /// A shortest path to a state.
    func path(to node: Int) -> Trace<Definition> {
        let (start, events) = graph.path(to: node)
        return Trace(from: graph.states[start], events: events)
    }

    /// A shortest path to a place, and the event there.
    func path(to place: Vertex) -> Trace<Definition> {
        var trace = path(to: place.node)
        let samples = graph.states[place.node].sampleEvents
        if samples.indices.contains(place.sample) { trace.append(samples[place.sample]) }
        return trace
    }
}
