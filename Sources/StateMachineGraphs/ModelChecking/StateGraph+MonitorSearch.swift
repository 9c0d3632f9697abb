import StateMachines

extension StateGraph {
    /// Proves or refutes an `atAllTimes` property.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - memories: The memories of the property.
    ///   - limit: The maximum number of pairs of a state and a memory.
    func verdict(
        on property: MachineProperty<Definition>,
        remembering memories: MemoryTable<Definition>,
        limit: Int
    ) throws(Inconsistency) -> Verdict<Definition> {
        var search = MonitorSearch<Int>()
        for node in initialNodes { search.begin(in: node.id, remembering: memories.start(node.state)) }
        while let index = search.takeNext() {
            if search.count > limit {
                let reason = "the property remembers too many different values; choose a type with few values"
                return undecided(property, reason)
            }
            switch discovery(from: index, &search, memories) {
            case nil: continue
            case .sampleEventCount(let count, let id): throw nondeterminism(of: id, sampleEventCount: count)
            case .step(let step, _, let edge):
                try confirm(step, of: edge)
                let (start, edges) = search.run(to: index, then: edge)
                let trace = try trace(along: EdgePath(start: start, edges: edges))
                return refuted(property, trace.steps.last?.reason ?? "", trace, at: .lastStep)
            }
        }
        return .holds(witness: nil)
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
