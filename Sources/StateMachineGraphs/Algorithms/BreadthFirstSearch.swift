/// The vertices that a breadth-first search has found, in that order, each with the path to it.
///
/// The search takes the vertices one after the other by index, and calls ``find(_:from:)`` with those that they lead to.
struct BreadthFirstSearch<Vertex: Hashable, Event> {
    private(set) var vertices: [Vertex] = []

    /// For each vertex the index of its parent and the event that leads here; `nil` for a start.
    private var origins: [(parent: Int, event: Event)?] = []
    private var found: Set<Vertex> = []

    /// Adds a vertex, unless it was found before.
    mutating func find(_ vertex: Vertex, from origin: (parent: Int, event: Event)? = nil) {
        guard found.insert(vertex).inserted else { return }
        vertices.append(vertex)
        origins.append(origin)
    }

    /// The start of the path to the vertex at an index, and the events along it, with one more at the end if there is one.
    func path(to index: Int, then last: Event? = nil) -> (start: Vertex, events: [Event]) {
        var events = last.map { [$0] } ?? []
        var index = index
        while let origin = origins[index] {
            events.append(origin.event)
            index = origin.parent
        }
        return (vertices[index], events.reversed())
    }
}
