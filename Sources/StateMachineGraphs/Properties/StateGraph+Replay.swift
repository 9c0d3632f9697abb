import StateMachines

/// Runs edges of a graph once more, and notices where the definition answers otherwise than when the graph was made.
extension StateGraph {
    typealias Inconsistency = Nondeterminism<Definition>

    /// How many edges a verdict without a trace tries again, at most.
    static var replayedEdgeLimit: Int { 10_000 }

    /// The sample events of a state, as many as there were when the graph was made.
    func sampleEvents(of id: Int) throws(Inconsistency) -> [Definition.Event] {
        let state = states[id]
        let (events, count) = (state.sampleEvents, moves(of: id).count)
        if events.count == count { return events }
        throw Nondeterminism(
            state: state,
            event: nil,
            first: .sampleEventCount(count),
            second: .sampleEventCount(events.count)
        )
    }

    /// Runs one edge from a state, or from another one that is equal to it.
    func step(
        from state: Definition,
        event: Definition.Event,
        move: Int
    ) throws(Inconsistency) -> Step<Definition> {
        let step = Step(from: state, event: event)
        try compare(state, event, move, after: step.isAccepted ? step.after : nil)
        return step
    }

    /// Runs the definition along a route: with a key, from representative to representative.
    func trace(along route: Route) throws(Inconsistency) -> Trace<Definition> {
        var steps: [Step<Definition>] = []
        var id = route.start
        for move in route.moves {
            let events = try sampleEvents(of: id)
            let state = steps.last?.after ?? states[id]
            let step = try step(from: state, event: events[move - moves(of: id).lowerBound], move: move)
            id = target(of: move, from: id)
            steps.append(isAbstracted ? step.ending(in: states[id]) : step)
        }
        return Trace(from: states[route.start], steps: steps)
    }

    /// Tries the edges of some states again: all of them, or where they are more than the limit, so many from all over these states.
    func confirmEdges(of ids: some RandomAccessCollection<Int>) throws(Inconsistency) {
        var count = 0
        for id in ids { count += moves(of: id).count }
        let distance = max(1, (count + Self.replayedEdgeLimit - 1) / Self.replayedEdgeLimit)
        var rest = Self.replayedEdgeLimit
        // Counting is faster here than iterators, whose types would be made up at run time.
        var offset = 0
        while offset < ids.count {
            let id = ids[ids.index(ids.startIndex, offsetBy: offset)]
            let (events, state, first) = (try sampleEvents(of: id), states[id], moves(of: id).lowerBound)
            for index in 0..<events.count {
                if rest == 0 { return }
                rest -= 1
                var after = state
                let isAccepted = (try? after.handleEvent(events[index])) != nil
                try compare(state, events[index], first + index, after: isAccepted ? after : nil)
            }
            offset += distance
        }
    }

    /// - Parameter after: Where the event leads now; `nil` if it is rejected.
    private func compare(
        _ state: Definition,
        _ event: Definition.Event,
        _ move: Int,
        after: Definition?
    ) throws(Inconsistency) {
        let successor = successors[move]
        let expected = successor == .rejected ? nil : states[Int(successor)]
        let isSame = isAbstracted && after != nil ? after.flatMap(find) == Int(successor) : after == expected
        if isSame { return }
        throw Nondeterminism(state: state, event: event, first: .init(expected), second: .init(after))
    }
}
