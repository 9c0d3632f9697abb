import StateMachines

extension StateGraph {
    /// Explores a definition.
    ///
    /// ```swift
    /// let graph = try StateGraph(exploring: Counter.self, within: { $0.count < 5 }) { print($0) }
    /// ```
    ///
    /// To expand a state, the exploration tries the state's sample events. With a constraint, it
    /// expands only states that satisfy a condition, like `CONSTRAINT` in TLA+. A state outside the
    /// constraint is still in the graph, so `always`, `never` and `reachable` include it, but it
    /// has no edges, rejects no events and does not count as a dead end. Once a run enters it, a
    /// check ignores the rest of that run. ``cutNodes`` contains these states.
    ///
    /// After every few thousand edges, or about 25,000 while several threads share the work, the
    /// exploration checks whether its task is cancelled. A small exploration ends before the first
    /// check.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The maximum number of states.
    ///   - constraint: A condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that explore a large state space; by default, one for
    ///     each core. With several threads, the exploration may try some events twice, but the
    ///     resulting graph does not depend on their number.
    ///   - progress: A closure that the exploration calls with the current statistics after every
    ///     few thousand edges, or about 25,000 while several threads share the work.
    /// - Throws: An ``ExplorationError`` if there are more states than the limit, if there are no
    ///   initial states, or if the task is cancelled. If there are too many states, the error
    ///   contains a ``TooManyStates``, whose two example states show which payload seems to grow.
    /// - Complexity: One call of `handleEvent` and one look-up in a hash table for each state and
    ///   sample event, and one call of `sampleEvents` for each state. For best performance, let
    ///   `sampleEvents` return a static constant.
    @inlinable
    public init(
        exploring definition: Definition.Type = Definition.self,
        stateLimit: Int = 10_000,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        threads: Int? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        // If the compiler knows the definition, it evaluates this condition and specializes each
        // branch.
        if let packed = Definition.self as? any PackedStateDefinition.Type,
            let (graph, end) = Self.packed(packed, stateLimit: stateLimit, within: constraint, threads, progress),
            end != .lossyCode
        {
            if let error = graph.error(for: end, stateLimit: stateLimit) { throw error }
            self = graph
        } else {
            try self.init(WholeStates(), stateLimit: stateLimit, within: constraint, threads, progress)
        }
    }

    /// Explores a definition with unbounded payloads, treating states with equal keys as one state.
    ///
    /// ```swift
    /// // Distinguishes only empty queues from all others.
    /// let graph = try StateGraph(exploring: Queue.self, abstractedBy: \.items.isEmpty)
    /// ```
    ///
    /// The first state that the exploration finds with a key represents this key, and events are
    /// tried only there. An edge always leads to a representing state, even if the event leads to
    /// another state with an equal key.
    ///
    /// Choose a key that distinguishes the states that `handleEvent` distinguishes. Otherwise, the
    /// graph lacks behavior that occurs only in states that don't represent their key, and it can
    /// contain paths that are impossible in the definition, because each step begins in a
    /// representing state rather than in the state that the previous step reached.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The maximum number of states.
    ///   - key: A closure that returns the relevant part of a state.
    ///   - constraint: A condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that explore a large state space; by default, one for
    ///     each core. With several threads, the exploration may try some events twice, but the
    ///     resulting graph does not depend on their number.
    ///   - progress: A closure that the exploration calls with the current statistics after every
    ///     few thousand edges, or about 25,000 while several threads share the work.
    /// - Throws: An ``ExplorationError`` if there are more states than the limit, if there are no
    ///   initial states, or if the task is cancelled. If there are too many states, the error
    ///   contains a ``TooManyStates``, whose two example states show which payload seems to grow.
    @inlinable
    public init<Key: Hashable & SendableMetatype>(
        exploring definition: Definition.Type = Definition.self,
        stateLimit: Int = 10_000,
        abstractedBy key: @escaping @Sendable (Definition) -> Key,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        threads: Int? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        try self.init(
            AbstractedStates(by: key),
            stateLimit: stateLimit,
            within: constraint,
            threads,
            progress,
            isAbstracted: true
        )
    }
}

extension StateGraph {
    @inlinable
    init(
        _ coding: some StateCoding<Definition>,
        stateLimit: Int,
        within constraint: (@Sendable (Definition) -> Bool)?,
        _ threads: Int?,
        _ progress: ((ExplorationStatistics) -> Void)?,
        isAbstracted: Bool = false
    ) throws(ExplorationError<Definition>) {
        var checkpoints = Checkpoints(progress)
        var exploration = BreadthFirstExploration(coding, within: constraint, work: SharedWork(threads: threads))
        exploration.run(stateLimit: stateLimit, &checkpoints)
        self.init(exploration, after: checkpoints.elapsed, isAbstracted: isAbstracted)
        if let error = error(for: exploration.end, stateLimit: stateLimit) { throw error }
    }

    @inlinable
    init(
        _ exploration: BreadthFirstExploration<some StateCoding<Definition>>,
        after duration: Duration,
        isAbstracted: Bool = false
    ) {
        let found = exploration.found
        self.isAbstracted = isAbstracted
        self.duration = duration
        states = States(count: found.codes.count) { found.coding.state(of: found.codes[$0]) }
        initialCount = exploration.initialCount
        offsets = exploration.offsets
        successors = exploration.successors
        parents = exploration.parents
        cut = exploration.cut
        constraint = exploration.constraint
        keepsWords = found.coding.keepsWords
        find = { found.find($0) }
        discover = { graph, ids, withRejected, holds in
            graph.firstDiscovery(in: ids, withRejected: withRejected, holds)
        }
        screen = { graph, screen in screen.next(in: graph) }
    }

    /// Explores a definition whose states are stored as words and returns how the exploration
    /// ended.
    @inlinable
    static func packed<Packed: PackedStateDefinition>(
        _: Packed.Type,
        stateLimit: Int,
        within constraint: (@Sendable (Definition) -> Bool)?,
        _ threads: Int?,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) -> (graph: Self, end: ExplorationEnd)? {
        var packedConstraint: (@Sendable (Packed) -> Bool)?
        if let constraint { packedConstraint = { state in (state as? Definition).map(constraint) ?? true } }
        var checkpoints = Checkpoints(progress)
        var exploration = BreadthFirstExploration(
            PackedStates<Packed>(),
            within: packedConstraint,
            work: SharedWork(threads: threads)
        )
        exploration.run(stateLimit: stateLimit, &checkpoints)
        guard let graph = StateGraph<Packed>(exploration, after: checkpoints.elapsed) as? Self else { return nil }
        return (graph, exploration.end)
    }

    /// Returns the error for the end of an exploration, or `nil` if the exploration is complete.
    @usableFromInline
    func error(for end: ExplorationEnd, stateLimit: Int) -> ExplorationError<Definition>? {
        switch end {
        case .complete, .lossyCode: nil
        case .tooManyStates: .tooManyStates(TooManyStates(stateLimit: stateLimit, self))
        case .noInitialStates: .noInitialStates
        case .cancelled: .cancelled
        }
    }
}
