public import StateMachines

extension StateGraph {
    /// Where a look at edges ends early.
    @usableFromInline
    enum Discovery {
        /// What the event of an edge does now in the state with this number.
        case step(TraceStep<Definition>, id: Int, edge: Int)

        /// The state with this number has so many sample events now.
        case sampleEventCount(Int, id: Int)
    }

    /// Runs the edges of some states in order, up to one that leads elsewhere than it did, or at
    /// which a claim does not hold.
    ///
    /// It is called by a closure that is made where the definition is known: so it is specialized.
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

    /// Whether a state is the one that an edge has led to; without a state, whether the event was
    /// rejected.
    @inlinable
    func leads(_ state: Definition?, by successor: UInt32) -> Bool {
        guard let state, successor != .rejected else { return state == nil && successor == .rejected }
        return isAbstracted ? find(state) == Int(successor) : state == states[Int(successor)]
    }
}
