import StateMachines

/// Looks for a run that breaks a claim about what has happened: breadth first through pairs of a state and a memory.
struct MonitorSearch<Definition: FiniteStateDefinition> {
    private struct Vertex: Hashable {
        let id: Int
        let memory: AnyHashable
    }

    private let graph: StateGraph<Definition>
    private let history: MachineProperty<Definition>.History

    private var search = BreadthFirstSearch<Vertex, Int>()

    init(_ history: MachineProperty<Definition>.History, in graph: StateGraph<Definition>) {
        self.graph = graph
        self.history = history
        for node in graph.initialNodes {
            search.find(Vertex(id: node.id, memory: history.start(node.state)))
        }
    }

    enum Verdict {
        case holds

        /// A shortest run whose last step breaks the claim.
        case broken(Trace<Definition>)

        /// There are too many pairs of a state and a memory.
        case endless
    }

    /// - Parameter limit: How many pairs of a state and a memory may be looked at.
    mutating func verdict(limit: Int) throws(Nondeterminism<Definition>) -> Verdict {
        var next = 0
        while next < search.vertices.count {
            if search.vertices.count > limit { return .endless }
            let place = search.vertices[next]
            let (state, events) = (graph.states[place.id], try graph.sampleEvents(of: place.id))
            for (move, event) in zip(graph.edgeIndices(of: place.id), events) {
                let step = try graph.step(from: state, event: event, move: move)
                guard let memory = history.next(place.memory, step) else {
                    let (start, moves) = search.path(to: next, then: move)
                    return .broken(try graph.trace(along: EdgePath(start: start.id, edges: moves)))
                }
                search.find(Vertex(id: graph.target(of: move, from: place.id), memory: memory), from: (next, move))
            }
            next += 1
        }
        return .holds
    }
}
