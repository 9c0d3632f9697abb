import StateMachines

/// Looks for a run that breaks a claim about what has happened: breadth first through pairs of a state and a memory.
struct HistorySearch<Definition: FiniteStateDefinition> {
    private struct Place: Hashable {
        let id: Int
        let memory: AnyHashable
    }

    private let graph: StateGraph<Definition>
    private let history: Property<Definition>.History

    private var search = WaySearch<Place, Definition.Event>()

    init(_ history: Property<Definition>.History, in graph: StateGraph<Definition>) {
        self.graph = graph
        self.history = history
        for node in graph.initialNodes {
            search.find(Place(id: node.id, memory: history.start(node.state)))
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
    mutating func verdict(limit: Int) -> Verdict {
        var next = 0
        while next < search.places.count {
            if search.places.count > limit { return .endless }
            let place = search.places[next]
            let state = graph.states[place.id]
            for (event, successor) in zip(state.sampleEvents, graph.successors(of: place.id)) {
                guard let memory = history.next(place.memory, Step(from: state, event: event)) else {
                    let (start, events) = search.way(to: next, then: event)
                    return .broken(graph.trace(from: start.id, events))
                }
                let id = successor == .rejected ? place.id : Int(successor)
                search.find(Place(id: id, memory: memory), from: (next, event))
            }
            next += 1
        }
        return .holds
    }
}
