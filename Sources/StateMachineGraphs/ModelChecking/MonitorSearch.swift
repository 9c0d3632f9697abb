/// A breadth-first search through pairs of a state and a memory.
///
/// The search finds a run that violates an `atAllTimes` property. A state graph and a bounded
/// search use it. `State` is the index of a state. `Edge` is the index of an edge in a graph, and
/// an event in a bounded search. Memories are numbered, because pairs of numbers are compared much
/// faster than values of any type.
@usableFromInline
struct MonitorSearch<State: Hashable, Edge> {
    @usableFromInline
    struct Vertex: Hashable {
        @usableFromInline let state: State
        @usableFromInline let memory: Int

        @inlinable
        init(state: State, memory: Int) {
            self.state = state
            self.memory = memory
        }
    }

    @usableFromInline var search = BreadthFirstSearch<Vertex, Edge>()
    @usableFromInline var numbers = Numbering<AnyHashable>()
    @usableFromInline var memories: [AnyHashable] = []

    /// The number of pairs that were found.
    @inlinable
    var count: Int { search.vertices.count }

    /// Adds an initial state with its memory.
    @inlinable
    mutating func begin(in state: State, remembering memory: AnyHashable) {
        search.find(Vertex(state: state, memory: number(of: memory)))
    }

    /// Returns the index of the next pair, or `nil` if there is none.
    @inlinable
    mutating func takeNext() -> Int? { search.takeNext() }

    /// The state and the memory of the pair at an index.
    @inlinable
    subscript(index: Int) -> (state: State, memory: AnyHashable) {
        let vertex = search.vertices[index]
        return (vertex.state, memories[vertex.memory])
    }

    /// Follows an edge from the pair at an index to a state with a memory.
    @inlinable
    mutating func follow(_ edge: Edge, from index: Int, to state: State, remembering memory: AnyHashable) {
        search.find(Vertex(state: state, memory: number(of: memory)), from: (index, edge))
    }

    /// Returns the initial state and the edges of the shortest run to a pair, plus one edge.
    @inlinable
    func run(to index: Int, then edge: Edge) -> (initial: State, edges: [Edge]) {
        let (start, edges) = search.path(to: index, then: edge)
        return (search.vertices[start].state, edges)
    }

    @inlinable
    mutating func number(of memory: AnyHashable) -> Int {
        let number = numbers.number(of: memory)
        if number == memories.count { memories.append(memory) }
        return number
    }
}
