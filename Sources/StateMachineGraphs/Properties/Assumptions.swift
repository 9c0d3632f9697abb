import StateMachines

/// What is assumed of the events of a graph, as numbered actions: an action is a set of events of which any may happen.
struct Assumptions<Event: Sendable> {
    /// The numbers of the actions that are weakly fair, and of those that are strongly fair.
    private(set) var weak: Set<Int> = []
    private(set) var strong: Set<Int> = []

    private var predicates: [@Sendable (Event) -> Bool] = []

    init<Definition>(_ fairness: [Fairness<Event>], in graph: StateGraph<Definition>)
    where Definition.Event == Event {
        for assumption in fairness {
            if let includes = assumption.includes {
                add(includes, assumption.strength)
            } else {
                for name in Set(graph.states.flatMap { $0.sampleEvents.map { Name(of: $0) } }) {
                    add({ Name(of: $0) == name }, assumption.strength)
                }
            }
        }
    }

    private mutating func add(_ includes: @escaping @Sendable (Event) -> Bool, _ strength: Fairness<Event>.Strength) {
        switch strength {
        case .weak: weak.insert(predicates.count)
        case .strong: strong.insert(predicates.count)
        }
        predicates.append(includes)
    }

    var isEmpty: Bool { predicates.isEmpty }

    /// The actions that an event belongs to.
    func actions(of event: Event) -> Set<Int> { Set(predicates.indices.filter { predicates[$0](event) }) }

    /// The actions that are accepted in a state.
    func possible<Definition>(in id: Int, of graph: StateGraph<Definition>) -> Set<Int>
    where Definition.Event == Event {
        zip(graph.states[id].sampleEvents, graph.successors(of: id)).reduce(into: []) { possible, edge in
            if edge.1 != .rejected { possible.formUnion(actions(of: edge.0)) }
        }
    }
}
