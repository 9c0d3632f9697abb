public import StateMachines

/// The reachable states of a definition, with the result of each sample event in each state.
///
/// ```swift
/// let graph = try StateGraph(exploring: Door.self)
/// graph.states                                       // [closed, open, locked]
/// for edge in graph.edges where edge.isHandled { print(edge) }
/// // closed ─ open → open
/// // …
/// ```
///
/// The exploration is breadth first. It begins with `initialStates` and tries the `sampleEvents` of
/// each state, in their order. As a result, the states are sorted by their distance from the
/// initial states, and ``path(to:)`` returns the shortest path. The exploration cannot find
/// behavior that requires events other than the sample events.
///
/// A graph contains values, so it can run the definition again, unlike the descriptions and charts
/// that other modules create from it.
///
/// Two options limit the exploration. With a constraint, it tries events only in states that
/// satisfy a condition. With a key, it treats all states with equal keys as one state.
///
/// For each state, a graph stores the state, a slot in a hash table, the previous state on the
/// shortest path, and four bytes for each sample event. For a ``PackedStateDefinition``, the graph
/// stores one word instead of each state, and the exploration takes less than half the time. A
/// graph does not store outputs or activities. To get them, the graph runs the definition again
/// when you access an ``Edge``, so the results of the definition must depend only on the state and
/// the event.
public struct StateGraph<Definition: FiniteStateDefinition>: Sendable {
    /// The states, sorted by their distance from the initial states.
    ///
    /// In a graph with a key, this collection contains one state for each key.
    public let states: States

    /// The number of initial states, which are the first of the ``states``.
    @usableFromInline package let initialCount: Int

    /// The index into `successors` of each state's first edge, followed by the number of edges.
    @usableFromInline let offsets: ChunkedArray<UInt32>

    /// The successor of each state for each of its sample events, or `rejected`.
    @usableFromInline let successors: ChunkedArray<UInt32>

    /// The state from which each state was first reached, or the state itself if it is initial.
    @usableFromInline let parents: ChunkedArray<UInt32>

    /// Whether a state can represent several states.
    ///
    /// A path in the graph is then not always a path of the definition.
    @usableFromInline let isAbstracted: Bool

    /// The states outside the constraint, which were not expanded, in ascending order.
    @usableFromInline let cut: [UInt32]

    /// A condition that a state must satisfy to be expanded, or `nil` if every state is expanded.
    @usableFromInline let constraint: (@Sendable (Definition) -> Bool)?

    /// The duration of the exploration.
    @usableFromInline let duration: Duration

    /// Returns the number of a state.
    @usableFromInline let find: @Sendable (Definition) -> Int?

    /// Whether the graph stores words from which it restores each state.
    @usableFromInline let keepsWords: Bool

    /// Checks the edges of some states.
    ///
    /// The closure is created where the definition's type is known, which makes it several times as
    /// fast as generic code.
    @usableFromInline let discover: Discover

    @usableFromInline
    typealias Discover =
        @Sendable (
            StateGraph, _ ids: Range<Int>, _ withRejected: Bool, (TraceStep<Definition>) -> Bool
        ) -> Discovery?

    /// Finds the next state that findings must inspect.
    ///
    /// The closure is created where the definition's type is known.
    @usableFromInline let screen: @Sendable (StateGraph, inout EdgeScreen<Definition>) -> EdgeScreen<Definition>.Halt?
}
