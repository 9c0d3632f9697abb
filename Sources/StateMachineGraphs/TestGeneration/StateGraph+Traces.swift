import StateMachines

extension StateGraph {
    /// Traces that together cover what a suite promises, as plain values: each a state, events, and
    /// what is expected.
    ///
    /// ```swift
    /// for trace in try StateGraph(exploring: Door.self).traces(.transitions) { print(trace) }
    /// // closed ─ open → open ─ close → closed ─ lock → locked ─ unlock → closed
    /// ```
    ///
    /// The same graph makes the same traces each time, and none is the beginning of another, random
    /// walks aside. What is expected comes from running the definition from an initial state on.
    /// With an abstraction, a trace may leave the path of the state that stands for all with its
    /// key, and the traces may cover less than the suite promises. With a constraint, no trace
    /// continues from a state outside of it, and nothing is expected there.
    ///
    /// - Parameters:
    ///   - suite: What is to be covered.
    ///   - stepLimit: How many steps all traces may have together.
    /// - Throws: ``TraceSuiteError/tooLarge(_:)``, before any trace is made, when there are more
    ///   steps. ``TraceSuiteError/nondeterminism(_:)`` if the definition answers otherwise on a
    ///   trace than it did when the graph was made; with an abstraction, where it may leave the
    ///   path, only the numbers of sample events are compared.
    /// - Complexity: One call of `handleEvent` for each step; to find the steps, what
    ///   ``TraceSuite`` says.
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

    /// Runs the definition along a path; with a key, its events, whatever states they lead to.
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
