import StateMachines

extension StateGraph {
    /// Explores a definition.
    ///
    /// ```swift
    /// let graph = try StateGraph(exploring: Counter.self, within: { $0.count < 5 }) { print($0) }
    /// ```
    ///
    /// The exploration expands a state by trying its sample events. A constraint limits the state
    /// space, like `CONSTRAINT` in TLA+: the exploration does not expand a state that does not
    /// satisfy the constraint. The graph still contains this state, so `always`, `never` and
    /// `reachable` include it. The state has no edges, does not count as a dead end and rejects no
    /// events. When a run enters the state, a check ignores the rest of the run. ``cutNodes``
    /// contains the states outside the constraint.
    ///
    /// After every few thousand edges, or about 25,000 while several threads share the work, the
    /// exploration checks whether its task is cancelled. A small exploration ends before the first
    /// check.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The maximum number of states.
    ///   - constraint: The condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that expand the states of a large state space; by
    ///     default, one for each core. The resulting graph does not depend on the number of
    ///     threads. With several threads, the exploration may try some events twice.
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
    /// Each key is represented by the first state with this key that the exploration finds. The
    /// exploration tries events only in this state. If an event leads to a state that does not
    /// represent its key, the edge leads to the state that does.
    ///
    /// The graph does not show behavior that occurs only in other states with this key. It can also
    /// contain paths that are impossible in the definition, because the next step of a path begins
    /// in the state that represents the key and not in the state that the previous step reached. A
    /// good key distinguishes the states that `handleEvent` distinguishes.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The maximum number of states.
    ///   - key: A closure that returns the relevant part of a state.
    ///   - constraint: The condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that expand the states of a large state space; by
    ///     default, one for each core. The resulting graph does not depend on the number of
    ///     threads. With several threads, the exploration may try some events twice.
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
