import StateMachines

/// Runs edges of a graph once more, and reports where the definition answers otherwise than when
/// the graph was made.
extension StateGraph {
    typealias Inconsistency = Nondeterminism<Definition>

    /// How many edges a verdict without a trace tries again, at most.
    static var replayedEdgeLimit: Int { 10_000 }

    /// The sample events of a state, as many as there were when the graph was made; none of one
    /// outside of the constraint.
    func sampleEvents(of id: Int) throws(Inconsistency) -> [Definition.Event] { try sampleEvents(of: states[id], id) }

    /// The same for a caller that has the state.
    func sampleEvents(of state: Definition, _ id: Int) throws(Inconsistency) -> [Definition.Event] {
        if isCut(id) { return [] }
        let (events, count) = (state.sampleEvents, edgeIndices(of: id).count)
        if events.count == count { return events }
        throw nondeterminism(of: id, sampleEventCount: events.count)
    }

    /// The error that a state has other sample events than when the graph was made.
    func nondeterminism(of id: Int, sampleEventCount count: Int) -> Inconsistency {
        Nondeterminism(
            state: states[id],
            event: nil,
            first: .sampleEventCount(edgeIndices(of: id).count),
            second: .sampleEventCount(count)
        )
    }

    /// Runs one edge from a state, or from another one that is equal to it.
    func step(
        from state: Definition,
        event: Definition.Event,
        edge: Int
    ) throws(Inconsistency) -> TraceStep<Definition> {
        let step = TraceStep(from: state, event: event)
        try confirm(step, of: edge)
        return step
    }

    /// Checks that a step of today is what an edge was.
    func confirm(_ step: TraceStep<Definition>, of edge: Int) throws(Inconsistency) {
        let after = step.isHandled ? step.after : nil
        if leads(after, by: successors[edge]) { return }
        throw nondeterminism(step.before, step.event, successors[edge], after: after)
    }

    /// Runs the definition along a path: with a key, from representative to representative.
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

    /// Tries all edges again; of more than the limit, as many as the limit, spread over the graph.
    func confirmEdges() throws(Inconsistency) { try confirmEdges(of: states.indices, count: edgeCount) }

    /// The same for the edges of some states.
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

    private func nondeterminism(
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
