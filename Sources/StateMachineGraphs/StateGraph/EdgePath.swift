/// A state and a sequence of edges that begins there, as indices.
struct EdgePath {
    /// The index of the path's first state.
    var start: Int

    /// Edges, as indices into `successors`.
    ///
    /// Each edge leaves the state that the previous edge leads to.
    var edges: [Int] = []
}
