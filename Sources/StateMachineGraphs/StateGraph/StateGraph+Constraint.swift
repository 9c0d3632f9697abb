extension StateGraph {
    /// Whether a state is outside the exploration's constraint.
    ///
    /// Such a state is in the graph because an event leads there. No event was tried there, so no
    /// edge leaves the state. It is not a dead end, and it rejects nothing.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of states outside the constraint.
    package func isCut(_ node: Node) -> Bool { isCut(node.id) }

    /// States outside the constraint, sorted by their distance from the initial states.
    ///
    /// The exploration found these states but did not try any events there. Without a constraint,
    /// the array is empty.
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

    /// Whether a state, even one that the graph does not contain, is outside the constraint.
    func isOutside(_ state: Definition) -> Bool { constraint.map { !$0(state) } ?? false }
}
