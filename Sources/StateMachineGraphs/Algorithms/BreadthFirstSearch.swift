/// A breadth-first search: the vertices in the order in which they are found, each with the path to
/// it.
///
/// ``takeNext()`` returns the vertices one after the other, and ``find(_:from:)`` is called with
/// those that they lead to.
///
/// ```swift
/// var search = BreadthFirstSearch<Vertex, Edge>()
/// search.find(start)
/// while let index = search.takeNext() {
///     for (edge, target) in edges(from: search.vertices[index]) { search.find(target, from: (index, edge)) }
/// }
/// ```
struct BreadthFirstSearch<Vertex: Hashable, Edge> {
    /// The vertices, nearest first.
    private(set) var vertices: [Vertex] = []

    /// How many vertices were taken: the index of the next one.
    private(set) var takenCount = 0

    /// The depth of the vertex that was taken last.
    private(set) var depth = 0

    /// The index after the last vertex of that depth.
    private var endOfLevel = 0

    /// For each vertex the index of its parent and the edge that leads here; `nil` for a start.
    private var origins: [(parent: Int, edge: Edge)?] = []

    private var indices = Numbering<Vertex>()

    /// The depth of the vertex that is taken next, if there is one.
    var nextDepth: Int { takenCount == endOfLevel ? depth + 1 : depth }

    /// The depth of the deepest vertex.
    var largestDepth: Int { vertices.count > endOfLevel ? depth + 1 : depth }

    /// Adds a vertex, unless it was found before.
    ///
    /// - Parameter origin: The index of the vertex that leads here, and the edge; `nil` for a
    ///   start. All starts come first.
    /// - Returns: The index of the vertex.
    @discardableResult
    mutating func find(_ vertex: Vertex, from origin: (parent: Int, edge: Edge)? = nil) -> Int {
        let index = indices.number(of: vertex)
        guard index == vertices.count else { return index }
        vertices.append(vertex)
        origins.append(origin)
        if origin == nil { endOfLevel = vertices.count }
        return index
    }

    /// The index of the next vertex; `nil` if there is none.
    mutating func takeNext() -> Int? {
        guard takenCount < vertices.count else { return nil }
        if takenCount == endOfLevel { (depth, endOfLevel) = (depth + 1, vertices.count) }
        takenCount += 1
        return takenCount - 1
    }

    /// The path to the vertex at an index: the index of its start, and the edges, with one more at
    /// the end if there is one.
    func path(to index: Int, then last: Edge? = nil) -> (start: Int, edges: [Edge]) {
        var edges = last.map { [$0] } ?? []
        var index = index
        while let origin = origins[index] {
            edges.append(origin.edge)
            index = origin.parent
        }
        return (index, edges.reversed())
    }
}
