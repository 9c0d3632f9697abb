public import StateMachines

/// Every state that a definition can reach, and every event in each of them, found by running the
/// definition.
///
/// ```swift
/// let graph = try StateGraph(exploring: Door.self)
/// graph.states                                       // [closed, open, locked]
/// for edge in graph.edges where edge.isHandled { print(edge) }
/// // closed ─ open → open
/// // …
/// ```
///
/// The exploration is breadth first: it begins with `initialStates` and tries the `sampleEvents` of
/// each state, in their order. So states stand in the order of their distance from the beginning,
/// and ``path(to:)`` is a shortest one. What the samples do not contain is not explored, nor what
/// lies outside of a constraint.
///
/// A graph keeps the states, and for each of them a slot of a hash table, its parent, and four
/// bytes for each sample event. Of a `PackedStateDefinition` it keeps a word instead of each state,
/// and takes less than half the time. Outputs and activities are not kept: an ``Edge`` runs the
/// definition once more, which has to be a function of the state and the event alone.
public struct StateGraph<Definition: FiniteStateDefinition>: Sendable {
    /// The states, nearest first; with an abstraction, one representative for each key.
    public let states: States

    /// How many of the ``states``, at their beginning, are initial ones.
    @usableFromInline package let initialCount: Int

    /// For each state the index of its first edge in `successors`, and one more for the end.
    @usableFromInline let offsets: ChunkedArray<UInt32>

    /// The successors of each state, one for each of its sample events; `rejected` for an event
    /// that is not handled.
    @usableFromInline let successors: ChunkedArray<UInt32>

    /// For each state the one from which it was first reached; itself for an initial one.
    @usableFromInline let parents: ChunkedArray<UInt32>

    /// Whether one state may stand for several, so that a path through the graph may not be one of
    /// the definition.
    @usableFromInline let isAbstracted: Bool

    /// The states that were not expanded, in ascending order, since they are outside of the
    /// constraint.
    @usableFromInline let cut: [UInt32]

    /// What a state has to satisfy to be expanded; `nil` if each is.
    @usableFromInline let constraint: (@Sendable (Definition) -> Bool)?

    /// How long the exploration took.
    @usableFromInline let duration: Duration

    /// Finds a state.
    @usableFromInline let find: @Sendable (Definition) -> Int?

    /// Whether the states are kept as words, from which each is restored.
    @usableFromInline let keepsWords: Bool

    /// Looks at the edges of some states.
    ///
    /// Made where the definition is known, which makes it several times as fast as in generic code.
    @usableFromInline let discover: Discover

    @usableFromInline
    typealias Discover =
        @Sendable (
            StateGraph, _ ids: Range<Int>, _ withRejected: Bool, (TraceStep<Definition>) -> Bool
        ) -> Discovery?

    /// Tells the states that findings need not look at.
    ///
    /// Made where the definition is known, too.
    @usableFromInline let screen: @Sendable (StateGraph, inout EdgeScreen<Definition>) -> EdgeScreen<Definition>.Halt?
}
