public import StateMachines

extension StateGraph {
    /// Why a check of edges stopped early.
    @usableFromInline
    enum Discovery {
        /// A step that violates a property or whose result has changed, with the numbers of its
        /// state and its edge.
        case step(TraceStep<Definition>, id: Int, edge: Int)

        /// A state whose number of sample events has changed, with the new number.
        case sampleEventCount(Int, id: Int)
    }

    /// Runs the edges of some states in order and returns the first discovery.
    ///
    /// A discovery is an edge that leads elsewhere than before or a step for which a property does
    /// not hold.
    ///
    /// Because the closure that calls this method is created where the definition's type is known,
    /// the compiler specializes this method.
    @inlinable
    func firstDiscovery(
        in ids: Range<Int>,
        withRejected: Bool,
        _ holds: (TraceStep<Definition>) -> Bool
    ) -> Discovery? {
        for id in ids where !isCut(id) {
            let (state, first) = (states[id], edgeIndices(of: id).lowerBound)
            let events = state.sampleEvents
            guard events.count == edgeIndices(of: id).count else { return .sampleEventCount(events.count, id: id) }
            for index in 0..<events.count {
                let step = TraceStep(from: state, event: events[index])
                let isExpected = leads(step.isHandled ? step.after : nil, by: successors[first + index])
                if isExpected, !withRejected && !step.isHandled || holds(step) { continue }
                return .step(step, id: id, edge: first + index)
            }
        }
        return nil
    }

    /// Whether an edge leads to a state.
    ///
    /// Without a state, the result is whether the edge's event was rejected.
    @inlinable
    func leads(_ state: Definition?, by successor: UInt32) -> Bool {
        guard let state, successor != .rejected else { return state == nil && successor == .rejected }
        return isAbstracted ? find(state) == Int(successor) : areSame(state, states[Int(successor)])
    }
}
