/// A state and a sequence of edges that begins there, as indices.
struct EdgePath {
    /// The index of the first state of the path.
    var start: Int

    /// The edges, as indices into `successors`.
    ///
    /// Each edge leaves the state that the previous edge leads to.
    var edges: [Int] = []
}
