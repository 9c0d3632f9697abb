import StateMachineGraphs
import StateMachines

/// The states and pairs of a graph that can be covered, identified by case paths and in graph
/// order.
struct CoverageMap<Definition: FiniteStateDefinition>: Sendable {
    typealias Pair = TransitionCoverage<Definition>.Pair

    /// A state's index in the graph and the index of one of its sample events.
    struct Vertex: Sendable {
        let node: Int
        let sample: Int
    }

    /// The first vertex at which the graph handles a pair, and the first one at which it rejects
    /// the pair.
    struct Entry: Sendable {
        var handled: Vertex?
        var rejected: Vertex?

        var first: Vertex? {
            switch (handled, rejected) {
            case (let handled?, let rejected?):
                (handled.node, handled.sample) < (rejected.node, rejected.sample) ? handled : rejected
            case (let vertex?, nil), (nil, let vertex?): vertex
            case (nil, nil): nil
            }
        }
    }

    private let graph: StateGraph<Definition>

    /// Case paths of the states, each with the number of the nearest state that has this path.
    private(set) var states: [(path: [String], node: Int)] = []

    /// Case paths of the events.
    private(set) var events: [[String]] = []

    /// Pairs, in the order of their first occurrence in the graph.
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
                let vertex = Vertex(node: node.id, sample: sample)
                var entry = entries[pair] ?? Entry()
                if edge.isHandled { entry.handled = entry.handled ?? vertex }
                if !edge.isHandled { entry.rejected = entry.rejected ?? vertex }
                entries[pair] = entry
            }
        }
    }

    /// Returns the shortest path to a state.
    func path(to node: Int) -> Trace<Definition> {
        let (start, events) = graph.path(to: node)
        return Trace(from: graph.states[start], events: events)
    }

    /// Returns the shortest path to a state, followed by one of the state's sample events.
    func path(to vertex: Vertex) -> Trace<Definition> {
        var trace = path(to: vertex.node)
        let samples = graph.states[vertex.node].sampleEvents
        if samples.indices.contains(vertex.sample) { trace.append(samples[vertex.sample]) }
        return trace
    }
}
