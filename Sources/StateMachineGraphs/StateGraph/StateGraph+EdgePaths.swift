extension StateGraph {
    /// Returns a state's edges, as indices into `successors`.
    @inlinable
    func edgeIndices(of id: Int) -> Range<Int> { Int(offsets[id])..<Int(offsets[id + 1]) }

    func isHandled(_ edge: Int) -> Bool { successors[edge] != .rejected }

    func target(of edge: Int, from id: Int) -> Int { isHandled(edge) ? Int(successors[edge]) : id }

    /// Returns the first edge that leads from one state to another.
    func edgeIndex(from source: Int, to target: Int) -> Int? {
        edgeIndices(of: source).first { successors[$0] == UInt32(target) }
    }

    /// Returns the shortest path from an initial state to a state.
    func edgePath(to id: Int) -> EdgePath {
        var path = EdgePath(start: id)
        while Int(parents[path.start]) != path.start {
            let parent = Int(parents[path.start])
            guard let edge = edgeIndex(from: parent, to: path.start) else { break }
            path.edges.append(edge)
            path.start = parent
        }
        path.edges.reverse()
        return path
    }
}
