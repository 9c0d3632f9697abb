import StateMachines

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
        var exploration = Exploration(coding, within: constraint)
        exploration.run(stateLimit: stateLimit, &checkpoints)
        self.init(exploration, after: checkpoints.elapsed, isAbstracted: isAbstracted)
        if let error = error(for: exploration.end, stateLimit: stateLimit) { throw error }
    }

    @inlinable
    init(
        _ exploration: Exploration<some StateCoding<Definition>>,
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
        var exploration = Exploration(PackedStates<Packed>(), within: packedConstraint)
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
