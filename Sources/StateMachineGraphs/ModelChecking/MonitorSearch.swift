/// Looks for a run that breaks a claim about what has happened: breadth first through pairs of a
/// state and a memory.
///
/// A graph and a bounded search use it: `State` is the index of a state or the state itself, `Edge`
/// the index of an edge or an event. Memories are numbered, since pairs of numbers are compared
/// much faster than values of any type.
struct MonitorSearch<State: Hashable, Edge> {
    struct Vertex: Hashable {
        let state: State
        let memory: Int
    }

    private(set) var search = BreadthFirstSearch<Vertex, Edge>()
    private var numbers = Numbering<AnyHashable>()
    private var memories: [AnyHashable] = []

    /// How many pairs were found.
    var count: Int { search.vertices.count }

    /// Adds an initial state with its memory.
    mutating func begin(in state: State, remembering memory: AnyHashable) {
        search.find(Vertex(state: state, memory: number(of: memory)))
    }

    /// The index of the next pair; `nil` if there is none.
    mutating func takeNext() -> Int? { search.takeNext() }

    /// The state and the memory at an index.
    subscript(index: Int) -> (state: State, memory: AnyHashable) {
        let vertex = search.vertices[index]
        return (vertex.state, memories[vertex.memory])
    }

    /// Follows an edge from the pair at an index to a state with a memory.
    mutating func follow(_ edge: Edge, from index: Int, to state: State, remembering memory: AnyHashable) {
        search.find(Vertex(state: state, memory: number(of: memory)), from: (index, edge))
    }

    /// The shortest run to the pair at an index, and then along an edge: the initial state and the
    /// edges.
    func run(to index: Int, then edge: Edge) -> (initial: State, edges: [Edge]) {
        let (start, edges) = search.path(to: index, then: edge)
        return (search.vertices[start].state, edges)
    }

    private mutating func number(of memory: AnyHashable) -> Int {
        let number = numbers.number(of: memory)
        if number == memories.count { memories.append(memory) }
        return number
    }
}
