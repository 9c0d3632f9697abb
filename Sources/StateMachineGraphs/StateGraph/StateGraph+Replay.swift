import StateMachines

/// Runs edges of a graph again and reports results that differ from the exploration.
extension StateGraph {
    typealias Inconsistency = Nondeterminism<Definition>

    /// How many edges a verdict without a trace tries again at most.
    static var replayedEdgeLimit: Int { 10_000 }

    /// Returns the sample events of a state, and checks that their number has not changed.
    ///
    /// A state outside the constraint has none.
    func sampleEvents(of id: Int) throws(Inconsistency) -> [Definition.Event] { try sampleEvents(of: states[id], id) }

    /// Returns the sample events of a state that the caller has already loaded.
    func sampleEvents(of state: Definition, _ id: Int) throws(Inconsistency) -> [Definition.Event] {
        if isCut(id) { return [] }
        let (events, count) = (state.sampleEvents, edgeIndices(of: id).count)
        if events.count == count { return events }
        throw nondeterminism(of: id, sampleEventCount: events.count)
    }

    /// Returns the error for a state whose number of sample events has changed.
    func nondeterminism(of id: Int, sampleEventCount count: Int) -> Inconsistency {
        Nondeterminism(
            state: states[id],
            event: nil,
            first: .sampleEventCount(edgeIndices(of: id).count),
            second: .sampleEventCount(count)
        )
    }

    /// Runs one edge from its source or from a state that is equal to it.
    func step(
        from state: Definition,
        event: Definition.Event,
        edge: Int
    ) throws(Inconsistency) -> TraceStep<Definition> {
        let step = TraceStep(from: state, event: event)
        try confirm(step, of: edge)
        return step
    }

    /// Checks that a step still leads where its edge led during the exploration.
    func confirm(_ step: TraceStep<Definition>, of edge: Int) throws(Inconsistency) {
        let after = step.isHandled ? step.after : nil
        if leads(after, by: successors[edge]) { return }
        throw nondeterminism(step.before, step.event, successors[edge], after: after)
    }

    /// Runs the definition along a path.
    ///
    /// In a graph with a key, each step begins in the state that represents a key.
    func trace(along path: EdgePath) throws(Inconsistency) -> Trace<Definition> {
        var steps: [TraceStep<Definition>] = []
        var id = path.start
        for edge in path.edges {
            let events = try sampleEvents(of: id)
            let state = steps.last?.after ?? states[id]
            let step = try step(from: state, event: events[edge - edgeIndices(of: id).lowerBound], edge: edge)
            id = target(of: edge, from: id)
            steps.append(isAbstracted ? step.ending(in: states[id]) : step)
        }
        return Trace(from: states[path.start], steps: steps)
    }

    /// Tries every edge again, or a sample of the edges if there are more than the limit.
    ///
    /// Such a sample is spread over the entire graph.
    func confirmEdges() throws(Inconsistency) { try confirmEdges(of: states.indices, count: edgeCount) }

    /// Tries the edges of some states again, up to the limit.
    func confirmEdges(of ids: [Int]) throws(Inconsistency) {
        try confirmEdges(of: ids, count: ids.reduce(0) { $0 + edgeIndices(of: $1).count })
    }

    private func confirmEdges(
        of ids: some RandomAccessCollection<Int>,
        count: Int
    ) throws(Inconsistency) {
        let limit = Self.replayedEdgeLimit
        var rest = limit
        for offset in stride(from: 0, to: ids.count, by: max(1, (count + limit - 1) / limit)) {
            let id = ids[ids.index(ids.startIndex, offsetBy: offset)]
            let (state, first) = (states[id], edgeIndices(of: id).lowerBound)
            let events = try sampleEvents(of: state, id)
            for index in 0..<min(events.count, rest) {
                _ = try step(from: state, event: events[index], edge: first + index)
            }
            rest -= min(events.count, rest)
        }
    }

    /// Returns the error for an event whose result has changed.
    func nondeterminism(
        _ state: Definition,
        _ event: Definition.Event,
        _ successor: UInt32,
        after: Definition?
    ) -> Inconsistency {
        Nondeterminism(
            state: state,
            event: event,
            first: .init(successor == .rejected ? nil : states[Int(successor)]),
            second: .init(after)
        )
    }
}
