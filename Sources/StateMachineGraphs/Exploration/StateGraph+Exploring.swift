import StateMachines

extension StateGraph {
    /// Explores a definition.
    ///
    /// ```swift
    /// let graph = try StateGraph(exploring: Counter.self, within: { $0.count < 5 }) { print($0) }
    /// ```
    ///
    /// A constraint cuts the space: a state that does not satisfy it is found, but not expanded, as
    /// with the `CONSTRAINT` of TLA+. It counts as a state, so `always`, `never` and `reachable`
    /// see it. What happens there is unknown: no edge leaves it, it is no dead end, rejects
    /// nothing, and a run that enters it is not judged any further. See ``cutNodes``.
    ///
    /// The exploration ends soon after its task is cancelled.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - stateLimit: How many states may be found.
    ///   - constraint: What a state has to satisfy to be expanded; `nil` for no constraint.
    ///   - progress: Called with the statistics so far, after every few thousand edges.
    /// - Throws: An ``ExplorationError``: with ``TooManyStates``, which has two states of the case
    ///   that seems to grow, when there are more; without initial states; or when the task is
    ///   cancelled.
    /// - Complexity: One call of `handleEvent` and one look-up in a hash table for each state and
    ///   sample event, and one call of `sampleEvents` for each state, which is best a constant.
    @inlinable
    public init(
        exploring definition: Definition.Type = Definition.self,
        stateLimit: Int = 10_000,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        // Where the compiler knows the definition, it decides this and specializes both branches.
        if let packed = Definition.self as? any PackedStateDefinition.Type,
            let (graph, end) = Self.packed(packed, stateLimit: stateLimit, within: constraint, progress),
            end != .lossyCode
        {
            if let error = graph.error(for: end, stateLimit: stateLimit) { throw error }
            self = graph
        } else {
            try self.init(WholeStates(), stateLimit: stateLimit, within: constraint, progress)
        }
    }

    /// Explores a definition whose payloads have no bound, by taking states with the same key for
    /// one.
    ///
    /// ```swift
    /// // A queue is empty, or it is not.
    /// let graph = try StateGraph(exploring: Queue.self, abstractedBy: \.items.isEmpty)
    /// ```
    ///
    /// The first state that is found with a key represents all others: events are tried in it
    /// alone, and what leads to any of the others leads to it. So the graph misses what can happen
    /// in others only, and a path through it of several steps need not be one of the definition. A
    /// good key tells apart what `handleEvent` tells apart.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - stateLimit: How many states may be found.
    ///   - key: What of a state matters.
    ///   - constraint: What a representative has to satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - progress: Called with the statistics so far, after every few thousand edges.
    /// - Throws: An ``ExplorationError``: with ``TooManyStates``, which has two states of the case
    ///   that seems to grow, when there are more; without initial states; or when the task is
    ///   cancelled.
    @inlinable
    public init<Key: Hashable & SendableMetatype>(
        exploring definition: Definition.Type = Definition.self,
        stateLimit: Int = 10_000,
        abstractedBy key: @escaping @Sendable (Definition) -> Key,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        try self.init(
            AbstractedStates(by: key),
            stateLimit: stateLimit,
            within: constraint,
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
        _ progress: ((ExplorationStatistics) -> Void)?,
        isAbstracted: Bool = false
    ) throws(ExplorationError<Definition>) {
        var checkpoints = Checkpoints(progress)
        var exploration = BreadthFirstExploration(coding, within: constraint)
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

    /// Explores a definition whose states are kept as words, and returns how that ended.
    @inlinable
    static func packed<Packed: PackedStateDefinition>(
        _: Packed.Type,
        stateLimit: Int,
        within constraint: (@Sendable (Definition) -> Bool)?,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) -> (graph: Self, end: ExplorationEnd)? {
        var packedConstraint: (@Sendable (Packed) -> Bool)?
        if let constraint { packedConstraint = { state in (state as? Definition).map(constraint) ?? true } }
        var checkpoints = Checkpoints(progress)
        var exploration = BreadthFirstExploration(PackedStates<Packed>(), within: packedConstraint)
        exploration.run(stateLimit: stateLimit, &checkpoints)
        guard let graph = StateGraph<Packed>(exploration, after: checkpoints.elapsed) as? Self else { return nil }
        return (graph, exploration.end)
    }

    /// The error that the end of an exploration is; `nil` if it is complete.
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
