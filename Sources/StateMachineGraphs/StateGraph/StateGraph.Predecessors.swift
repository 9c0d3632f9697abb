extension StateGraph {
    /// From which states each state is reached in one step, in two flat arrays.
    struct Predecessors {
        private var offsets: [Int]
        private var sources: [UInt32]

        /// - Complexity: O(*n* + *e*), with *n* states and *e* edges.
        init(of graph: StateGraph) {
            offsets = Array(repeating: 0, count: graph.states.count + 1)
            for successor in graph.successors where successor != .rejected { offsets[Int(successor) + 1] += 1 }
            for id in 1..<max(1, offsets.count) { offsets[id] += offsets[id - 1] }

            var next = offsets
            sources = Array(repeating: 0, count: offsets.last ?? 0)
            for id in 0..<graph.states.count {
                for successor in graph.successors(of: id) where successor != .rejected {
                    sources[next[Int(successor)]] = UInt32(id)
                    next[Int(successor)] += 1
                }
            }
        }

        subscript(id: Int) -> ArraySlice<UInt32> { sources[offsets[id]..<offsets[id + 1]] }

        /// Searches backwards from some states.
        ///
        /// - Parameters:
        ///   - ids: Where it begins.
        ///   - enter: Whether a state is entered that leads to one of those, or to another one that
        ///     was entered: at most once each.
        func search(from ids: some Sequence<Int>, entering enter: (Int) -> Bool) {
            var stack = Array(ids)
            while let id = stack.popLast() {
                for source in self[id] where enter(Int(source)) { stack.append(Int(source)) }
            }
        }
    }
}
