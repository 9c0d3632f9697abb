/// A breadth-first search that numbers vertices as it finds them and stores a path to each.
///
/// ``takeNext()`` returns the vertices one after another. Call ``find(_:from:)`` with each vertex
/// that the returned one leads to.
///
/// ```swift
/// var search = BreadthFirstSearch<Vertex, Edge>()
/// search.find(start)
/// while let index = search.takeNext() {
///     for (edge, target) in edges(from: search.vertices[index]) { search.find(target, from: (index, edge)) }
/// }
/// ```
@usableFromInline
package struct BreadthFirstSearch<Vertex: Hashable, Edge> {
    /// Vertices, nearest first.
    @usableFromInline package var vertices: [Vertex] = []

    /// How many vertices were taken, which is the index of the next one.
    @usableFromInline var takenCount = 0

    /// How deep the last taken vertex is.
    @usableFromInline var depth = 0

    /// The index after the last vertex of the current depth.
    @usableFromInline var endOfLevel = 0

    /// Each vertex's parent as an index and the edge from there, or `nil` for a start.
    @usableFromInline var origins: [(parent: Int, edge: Edge)?] = []

    @usableFromInline var indices = Numbering<Vertex>()

    @inlinable
    package init() {}

    /// How deep the next vertex to take is, if there is one.
    @inlinable
    var nextDepth: Int { takenCount == endOfLevel ? depth + 1 : depth }

    /// How deep the deepest vertex is.
    @inlinable
    var largestDepth: Int { vertices.count > endOfLevel ? depth + 1 : depth }

    /// Adds a vertex unless it was already found.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - origin: The index of the vertex that leads to this one and the edge between them, or
    ///     `nil` for a start. Add every start before any other vertex.
    /// - Returns: The vertex's index.
    @discardableResult
    @inlinable
    package mutating func find(_ vertex: Vertex, from origin: (parent: Int, edge: Edge)? = nil) -> Int {
        let index = indices.number(of: vertex)
        guard index == vertices.count else { return index }
        vertices.append(vertex)
        origins.append(origin)
        if origin == nil { endOfLevel = vertices.count }
        return index
    }

    /// Returns the index of the next vertex, or `nil` if no vertex is left.
    @inlinable
    package mutating func takeNext() -> Int? {
        guard takenCount < vertices.count else { return nil }
        if takenCount == endOfLevel { (depth, endOfLevel) = (depth + 1, vertices.count) }
        takenCount += 1
        return takenCount - 1
    }

    /// Returns the index of a path's start and the edges of the path to a vertex.
    ///
    /// - Parameters:
    ///   - index: The vertex's index.
    ///   - last: Another edge to append to the path.
    @inlinable
    package func path(to index: Int, then last: Edge? = nil) -> (start: Int, edges: [Edge]) {
        var edges = last.map { [$0] } ?? []
        var index = index
        while let origin = origins[index] {
            edges.append(origin.edge)
            index = origin.parent
        }
        return (index, edges.reversed())
    }
}
