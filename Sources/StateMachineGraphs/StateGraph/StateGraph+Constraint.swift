extension StateGraph {
    /// Whether a state is outside of the constraint that the graph was explored within.
    ///
    /// Such a state is in the graph, since an event leads there, and no edge leaves it, since none
    /// was tried. So it is no dead end, and rejects nothing.
    ///
    /// - Complexity: O(log *n*), with *n* such states.
    package func isCut(_ node: Node) -> Bool { isCut(node.id) }

    /// The states outside of the constraint, nearest first; none without a constraint.
    public var cutNodes: [Node] { cut.map { node(Int($0)) } }

    @inlinable
    func isCut(_ id: Int) -> Bool {
        if cut.isEmpty { return false }
        var (low, high) = (0, cut.count)
        while low < high {
            let middle = (low + high) / 2
            if cut[middle] < UInt32(id) { low = middle + 1 } else { high = middle }
        }
        return low < cut.count && cut[low] == UInt32(id)
    }

    /// Whether a state is outside of the constraint; the graph need not have the state.
    func isOutside(_ state: Definition) -> Bool { constraint.map { !$0(state) } ?? false }
}
