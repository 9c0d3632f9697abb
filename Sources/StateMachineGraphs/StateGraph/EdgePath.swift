/// A state and a sequence of edges from there, as indices.
struct EdgePath {
    /// The index of the state in which it begins.
    var start: Int

    /// Indices into `successors`: each edge leaves the state that the edge before it leads to.
    var edges: [Int] = []
}
