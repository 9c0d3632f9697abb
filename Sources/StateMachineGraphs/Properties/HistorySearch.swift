import StateMachines

/// Looks for a run that breaks a claim about what has happened: breadth first through pairs of a state and a memory.
struct HistorySearch<Definition: FiniteStateDefinition> {
    private struct Place: Hashable {
        let id: Int
        let memory: AnyHashable
    }

    private let graph: StateGraph<Definition>
    private let history: Property<Definition>.History

    private var places: [(place: Place, parent: Int, event: Definition.Event?)] = []
    private var found: Set<Place> = []

    init(_ history: Property<Definition>.History, in graph: StateGraph<Definition>) {
        self.graph = graph
        self.history = history
        for node in graph.initialNodes {
            find(Place(id: node.id, memory: history.start(node.state)), from: -1, by: nil)
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
        while next < places.count {
            if places.count > limit { return .endless }
            let place = places[next].place
            let state = graph.states[place.id]
            for (event, successor) in zip(state.sampleEvents, graph.successors(of: place.id)) {
                guard let memory = history.next(place.memory, Step(from: state, event: event)) else {
                    return .broken(trace(to: next, then: event))
                }
                let id = successor == .rejected ? place.id : Int(successor)
                find(Place(id: id, memory: memory), from: next, by: event)
            }
            next += 1
        }
        return .holds
    }

    private mutating func find(_ place: Place, from parent: Int, by event: Definition.Event?) {
        if found.insert(place).inserted { places.append((place, parent, event)) }
    }

    private func trace(to last: Int, then event: Definition.Event) -> Trace<Definition> {
        var events = [event]
        var place = last
        while let event = places[place].event {
            events.append(event)
            place = places[place].parent
        }
        return graph.trace(from: places[place].place.id, events.reversed())
    }
}
