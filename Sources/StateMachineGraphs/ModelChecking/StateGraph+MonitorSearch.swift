import StateMachines

extension StateGraph {
    /// The result of checking an `atAllTimes` property.
    enum MonitorVerdict {
        case holds

        /// The shortest run whose last step violates the property.
        case broken(Trace<Definition>)

        /// There are more pairs of a state and a memory than the limit allows.
        case endless
    }

    /// Searches for a run that violates an `atAllTimes` property.
    ///
    /// - Parameters:
    ///   - history: The condition on the events so far.
    ///   - limit: The maximum number of pairs of a state and a memory.
    func verdict(
        on history: MachineProperty<Definition>.History,
        limit: Int
    ) throws(Inconsistency) -> MonitorVerdict {
        let memories = history.table()
        var search = MonitorSearch<Int>()
        for node in initialNodes { search.begin(in: node.id, remembering: memories.start(node.state)) }
        while let index = search.takeNext() {
            if search.count > limit { return .endless }
            switch discovery(from: index, &search, memories) {
            case nil: continue
            case .sampleEventCount(let count, let id): throw nondeterminism(of: id, sampleEventCount: count)
            case .step(let step, _, let edge):
                try confirm(step, of: edge)
                let (start, edges) = search.run(to: index, then: edge)
                return .broken(try trace(along: EdgePath(start: start, edges: edges)))
            }
        }
        return .holds
    }

    /// Follows the edges of a state with a given memory.
    ///
    /// It stops at an edge that violates the property, or that no longer leads to the state in the
    /// graph.
    private func discovery(
        from index: Int,
        _ search: inout MonitorSearch<Int>,
        _ memories: MemoryTable<Definition>
    ) -> Discovery? {
        let (id, before) = search[index]
        var edge = edgeIndices(of: id).lowerBound
        return discover(self, id..<id + 1, true) { step in
            guard let memory = memories.next(before, step) else { return false }
            search.follow(edge, from: index, to: target(of: edge, from: id), remembering: memory)
            edge += 1
            return true
        }
    }
}
