import StateMachines

/// Looks for a run that breaks a claim about what has happened: breadth first through pairs of a state and a memory.
///
/// A graph and a bounded search use it: `State` is the index of a state or the state itself, `Edge` the index of an edge or an event.
struct MonitorSearch<Definition: StateDefinition, State: Hashable, Edge> {
    struct Vertex: Hashable {
        let state: State
        let memory: AnyHashable
    }

    private(set) var search = BreadthFirstSearch<Vertex, Edge>()
    private let history: MachineProperty<Definition>.History

    init(_ history: MachineProperty<Definition>.History) {
        self.history = history
    }

    /// Adds an initial state.
    mutating func begin(in state: State, _ initial: Definition) {
        search.find(Vertex(state: state, memory: history.start(initial)))
    }

    /// The index of the next vertex; `nil` if there is none.
    mutating func takeNext() -> Int? { search.takeNext() }

    /// Follows an edge from a vertex to a state.
    ///
    /// - Returns: The shortest run that ends with this edge, if the step breaks the claim: the initial state and the edges.
    mutating func follow(
        _ edge: Edge,
        from index: Int,
        to state: State,
        _ step: TraceStep<Definition>
    ) -> (initial: State, edges: [Edge])? {
        guard let memory = history.next(search.vertices[index].memory, step) else {
            let (start, edges) = search.path(to: index, then: edge)
            return (search.vertices[start].state, edges)
        }
        search.find(Vertex(state: state, memory: memory), from: (index, edge))
        return nil
    }
}
