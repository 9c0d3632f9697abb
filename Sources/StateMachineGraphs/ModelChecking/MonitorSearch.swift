/// A breadth-first search through pairs of a state and a memory.
///
/// It finds a run that violates an `atAllTimes` property, for a state graph and for a bounded
/// search. A state is its index, and a memory is its number in a `MemoryTable`. `Edge` is the index
/// of an edge in a graph, and an event in a bounded search.
@usableFromInline
struct MonitorSearch<Edge> {
    @usableFromInline
    struct Vertex: Hashable {
        @usableFromInline let state: Int
        @usableFromInline let memory: Int

        @inlinable
        init(state: Int, memory: Int) {
            self.state = state
            self.memory = memory
        }
    }

    @usableFromInline var search = BreadthFirstSearch<Vertex, Edge>()

    /// How many pairs were found.
    @inlinable
    var count: Int { search.vertices.count }

    /// Adds an initial state with its memory.
    @inlinable
    mutating func begin(in state: Int, remembering memory: Int) {
        search.find(Vertex(state: state, memory: memory))
    }

    /// Returns the index of the next pair, or `nil` if there is none.
    @inlinable
    mutating func takeNext() -> Int? { search.takeNext() }

    /// The state and the memory of the pair at an index.
    @inlinable
    subscript(index: Int) -> (state: Int, memory: Int) {
        let vertex = search.vertices[index]
        return (vertex.state, vertex.memory)
    }

    /// Follows an edge from the pair at an index to a state with a memory.
    @inlinable
    mutating func follow(_ edge: Edge, from index: Int, to state: Int, remembering memory: Int) {
        search.find(Vertex(state: state, memory: memory), from: (index, edge))
    }

    /// Returns the initial state and the edges of the shortest run to a pair, plus one edge.
    @inlinable
    func run(to index: Int, then edge: Edge) -> (initial: Int, edges: [Edge]) {
        let (start, edges) = search.path(to: index, then: edge)
        return (search.vertices[start].state, edges)
    }
}
