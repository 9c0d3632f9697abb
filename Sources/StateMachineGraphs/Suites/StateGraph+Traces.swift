import StateMachines

extension StateGraph {
    /// Traces that together cover what a suite promises, as plain values: each a state, events, and what is expected.
    ///
    /// ```swift
    /// for trace in try StateGraph(exploring: Door.self).traces(.transitions) { print(trace) }
    /// // closed ─ open → open ─ close → closed ─ lock → locked ─ unlock → closed
    /// ```
    ///
    /// The same graph makes the same traces each time, and none is the beginning of another, random walks aside. What is
    /// expected comes from running the definition from an initial state on. With an abstraction, it may go another way than
    /// the state that stands for all with its key, and the traces may cover less than the suite promises. With a constraint, no
    /// trace goes on from a state outside of it, and nothing is expected there.
    ///
    /// - Parameters:
    ///   - suite: What is to be covered.
    ///   - limit: How many steps all traces may have together.
    /// - Throws: ``SuiteTooLarge``, before any trace is made, when there are more steps.
    /// - Complexity: One call of `handleEvent` for each step; to find the steps, what ``TraceSuite`` says.
    public func traces(_ suite: TraceSuite, limit: Int = 1_000_000) throws(SuiteTooLarge) -> [Trace<Definition>] {
        let budget = StepBudget(suite: suite, limit: limit)
        return switch suite {
        case .states: try stateRoutes(budget).map(trace)
        case .transitions: try transitionRoutes(budget).map(trace)
        case .transitionPairs: try transitionPairRoutes(budget).map(trace)
        case .rejections: try rejectionRoutes(budget).map(trace)
        case .simplePaths(let length): try simpleRoutes(upTo: length, budget).map(trace)
        case .faults(let extraStates): try faultTraces(extraStates: extraStates, budget)
        case .randomWalks(let seed, let goal, let length):
            try randomRoutes(seed: seed, until: goal, maxLength: length, budget).map(trace)
        }
    }

    /// Runs the definition along a route.
    private func trace(along route: Route) -> Trace<Definition> {
        var trace = Trace(from: states[route.start])
        var id = route.start
        for move in route.moves {
            let events = states[id].sampleEvents
            let place = move - moves(of: id).lowerBound
            // Only a definition that does not offer the same events each time comes here with too few.
            guard place < events.count else { break }
            trace.append(events[place])
            id = target(of: move, from: id)
        }
        return trace
    }

    /// The sample events of a state, by their places in `successors`.
    func moves(of id: Int) -> Range<Int> { Int(offsets[id])..<Int(offsets[id + 1]) }

    func isAccepted(_ move: Int) -> Bool { successors[move] != .rejected }

    func target(of move: Int, from id: Int) -> Int { isAccepted(move) ? Int(successors[move]) : id }
}

/// A state and a sequence of sample events, as numbers: little, while suites are put together.
struct Route {
    /// The number of an initial state.
    var start: Int

    /// Places in `successors`, each among those of the state that the one before it leads to.
    var moves: [Int] = []
}
