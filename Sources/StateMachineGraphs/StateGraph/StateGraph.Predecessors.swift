extension StateGraph {
    /// Each state's predecessors, in two flat arrays.
    struct Predecessors {
        private var offsets: [Int]
        private var sources: [UInt32]

        /// Collects the predecessors in a graph.
        ///
        /// - Parameter isCounted: A condition on an edge's index; `nil` if every edge counts.
        /// - Complexity: O(*n* + *e*), where *n* is the number of states and *e* the number of
        ///   edges.
        init(of graph: StateGraph, counting isCounted: ((Int) -> Bool)? = nil) {
            let counts = { $0 != .rejected && isCounted?($1) ?? true }
            offsets = Array(repeating: 0, count: graph.states.count + 1)
            for (edge, successor) in graph.successors.enumerated() where counts(successor, edge) {
                offsets[Int(successor) + 1] += 1
            }
            for id in 1..<max(1, offsets.count) { offsets[id] += offsets[id - 1] }

            var next = offsets
            sources = Array(repeating: 0, count: offsets.last ?? 0)
            for id in 0..<graph.states.count {
                for (edge, successor) in zip(graph.edgeIndices(of: id), graph.successors(of: id))
                where counts(successor, edge) {
                    sources[next[Int(successor)]] = UInt32(id)
                    next[Int(successor)] += 1
                }
            }
        }

        subscript(id: Int) -> ArraySlice<UInt32> { sources[offsets[id]..<offsets[id + 1]] }

        /// Searches backward from some states.
        ///
        /// - Parameters:
        ///   - ids: The states where the search begins.
        ///   - enter: A closure that decides whether the search enters a predecessor. It must
        ///     return true at most once for each state.
        func search(from ids: some Sequence<Int>, entering enter: (Int) -> Bool) {
            var stack = Array(ids)
            while let id = stack.popLast() {
                for source in self[id] where enter(Int(source)) { stack.append(Int(source)) }
            }
        }
    }
}
