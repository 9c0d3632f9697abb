public import StateMachines

/// Every state that a definition can reach, and every event in each of them, found by running the definition.
///
/// ```swift
/// let graph = try StateGraph(exploring: Door.self)
/// graph.states                                       // [closed, open, locked]
/// for edge in graph.edges where edge.isHandled { print(edge) }
/// // closed ─ open → open
/// // …
/// ```
///
/// The exploration is breadth first: it begins with `initialStates` and tries the `sampleEvents` of each state, in their
/// order. So states stand in the order of their distance from the beginning, and ``path(to:)`` is a shortest one. What the
/// samples do not contain is not explored, nor what lies outside of a constraint.
///
/// A graph keeps the states, and for each of them a place in a hash table, its parent, and four bytes for each sample event.
/// Of a `PackedStateDefinition` it keeps a word instead of each state, and is made in less than half the time. Outputs and
/// activities are not kept: an ``Edge`` runs the definition once more, which has to be a function of the state and the event alone.
public struct StateGraph<Definition: FiniteStateDefinition>: Sendable {
    /// The states, nearest first; with an abstraction, one representative for each key.
    public let states: States

    /// How many of the ``states``, at their beginning, are initial ones.
    public let initialCount: Int

    /// For each state its place in `successors`; one more for the end.
    @usableFromInline let offsets: ChunkedArray<UInt32>

    /// The successors of each state, one for each of its sample events; `rejected` for an event that is not handled.
    @usableFromInline let successors: ChunkedArray<UInt32>

    /// For each state the one from which it was first reached; itself for an initial one.
    @usableFromInline let parents: ChunkedArray<UInt32>

    /// Whether one state may stand for several, so that a path through the graph may not be one of the definition.
    @usableFromInline let isAbstracted: Bool

    /// The states that were not expanded, in ascending order, since they are outside of the constraint.
    @usableFromInline let cut: [UInt32]

    /// What a state has to satisfy to be expanded; `nil` if each is.
    @usableFromInline let constraint: (@Sendable (Definition) -> Bool)?

    /// How long the exploration took.
    @usableFromInline let duration: Duration

    /// Finds a state.
    @usableFromInline let find: @Sendable (Definition) -> Int?

    /// Explores a definition.
    ///
    /// ```swift
    /// let graph = try StateGraph(exploring: Counter.self, within: { $0.count < 5 }) { print($0) }
    /// ```
    ///
    /// A constraint cuts the space: a state that does not satisfy it is found, but not expanded, as with the `CONSTRAINT` of TLA+. It
    /// counts as a state, so `always`, `never` and `reachable` see it. What happens there is unknown: no edge leaves it, it is no dead
    /// end, rejects nothing, and a run that comes there is not judged any further. See ``isCut(_:)``.
    ///
    /// The exploration ends soon after its task is cancelled.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - limit: How many states may be found.
    ///   - constraint: What a state has to satisfy to be expanded; `nil` for no constraint.
    ///   - progress: Is told how far the exploration is, after every few thousand edges.
    /// - Throws: ``TooManyStates``, with two states of the case that seems to grow, when there are more; another
    ///   ``ExplorationError`` without initial states, or when the task is cancelled.
    /// - Complexity: One call of `handleEvent` and one look-up in a hash table for each state and sample event, and one call of
    ///   `sampleEvents` for each state, which is best a constant.
    @inlinable
    public init(
        exploring definition: Definition.Type = Definition.self,
        limit: Int = 10_000,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        // The compiler decides this where it knows the definition, so that both ways are made for it.
        if let packed = Definition.self as? any PackedStateDefinition.Type,
            let (graph, end) = Self.packed(packed, limit: limit, within: constraint, progress), end != .lossyCode
        {
            if let error = graph.error(for: end, limit: limit) { throw error }
            self = graph
        } else {
            try self.init(WholeStates(), limit: limit, within: constraint, progress)
        }
    }

    /// Explores a definition whose payloads have no bound, by taking states with the same key for one.
    ///
    /// ```swift
    /// // A queue is empty, or it is not.
    /// let graph = try StateGraph(exploring: Queue.self, abstractedBy: \.items.isEmpty)
    /// ```
    ///
    /// The first state that is found with a key represents all others: events are tried in it alone, and what leads to any of the
    /// others leads to it. So the graph misses what can happen in others only, and a path through it of several steps need not be one
    /// of the definition. A good key tells apart what `handleEvent` tells apart.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - limit: How many states may be found.
    ///   - key: What of a state matters.
    ///   - constraint: What a representative has to satisfy to be expanded; `nil` for no constraint.
    ///   - progress: Is told how far the exploration is, after every few thousand edges.
    /// - Throws: ``TooManyStates``, with two states of the case that seems to grow, when there are more; another
    ///   ``ExplorationError`` without initial states, or when the task is cancelled.
    @inlinable
    public init<Key: Hashable & SendableMetatype>(
        exploring definition: Definition.Type = Definition.self,
        limit: Int = 10_000,
        abstractedBy key: @escaping @Sendable (Definition) -> Key,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) {
        try self.init(AbstractedStates(by: key), limit: limit, within: constraint, progress, isAbstracted: true)
    }
}
