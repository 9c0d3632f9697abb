import StateMachines

extension StateGraph {
    /// Returns a suite's traces, with the expected outcome of each event.
    ///
    /// ```swift
    /// for trace in try StateGraph(exploring: Door.self).traces(.transitions) { print(trace) }
    /// // closed ─ open → open ─ close → closed ─ lock → locked ─ unlock → closed
    /// ```
    ///
    /// A graph always returns equal traces for a suite. Except for random walks, no trace is a
    /// prefix of another. To get the expected outcomes, this method runs the definition from an
    /// initial state.
    ///
    /// If the graph was explored with a key, a trace may lead to states other than those that the
    /// graph shows, so the traces may cover less than the suite guarantees. If the graph was
    /// explored with a constraint, a trace ends when it reaches a state outside the constraint.
    ///
    /// - Parameters:
    ///   - suite: The suite, which determines what the traces cover.
    ///   - stepLimit: The maximum number of steps in all traces together.
    /// - Throws: ``TraceSuiteError/tooLarge(_:stepLimit:)``, before any trace is created, if the
    ///   suite has more steps than the limit. ``TraceSuiteError/nondeterminism(_:)`` if the
    ///   definition's results on a trace differ from its results during the exploration. In a graph
    ///   with a key, only the number of sample events is compared with the exploration.
    /// - Complexity: One call of `handleEvent` for each step. ``TraceSuite`` describes the cost of
    ///   finding the steps.
    public func traces(
        _ suite: TraceSuite,
        stepLimit: Int = 1_000_000
    ) throws(TraceSuiteError<Definition>) -> [Trace<Definition>] {
        let budget = StepBudget(suite: suite, limit: stepLimit)
        if case .faults(let extraStates) = suite { return try faultTraces(extraStates: extraStates, budget) }
        let found = try TraceSuiteError<Definition>.orTooLarge { () throws(SuiteTooLarge) in
            try paths(of: suite, budget)
        }
        return try TraceSuiteError.orNondeterminism { () throws(Inconsistency) in try found.map(expectedTrace) }
    }

    private func paths(of suite: TraceSuite, _ budget: StepBudget) throws(SuiteTooLarge) -> [EdgePath] {
        switch suite {
        case .states: try statePaths(budget)
        case .transitions: try transitionPaths(budget)
        case .transitionPairs: try transitionPairPaths(budget)
        case .rejections: try rejectionPaths(budget)
        case .simplePaths(let length): try simplePaths(upTo: length, budget)
        case .faults: []
        case .randomWalks(let seed, let goal, let length):
            try randomPaths(seed: seed, until: goal, maxLength: length, budget)
        }
    }

    /// Runs the definition along a path.
    ///
    /// In a graph with a key, it runs the path's events even if they lead to other states.
    private func expectedTrace(along path: EdgePath) throws(Inconsistency) -> Trace<Definition> {
        guard isAbstracted else { return try trace(along: path) }
        var trace = Trace(from: states[path.start])
        var id = path.start
        for edge in path.edges {
            trace.append(try sampleEvents(of: id)[edge - edgeIndices(of: id).lowerBound])
            id = target(of: edge, from: id)
        }
        return trace
    }
}
