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
/// An exploration creates the graph, breadth first: it begins with the `initialStates` and tries
/// the `sampleEvents` of each state, in order. States are therefore sorted by their distance from
/// the initial states, and ``path(to:)`` returns the shortest path. Behavior that requires other
/// events than the sample events is not found.
///
/// Two options limit the exploration. With a constraint, it tries events only in states that
/// satisfy a condition. With a key, it treats all states with equal keys as one state.
///
/// Because a graph contains values, it can run the definition again, unlike the descriptions and
/// charts that other modules create from it.
///
/// For each state, a graph stores the state, a slot in a hash table, the previous state on the
/// shortest path, and four bytes for each sample event. For a ``PackedStateDefinition``, it stores
/// one word instead of each state, and the exploration takes less than half the time. Outputs and
/// activities are not stored. To get them, the graph runs the definition again when you access an
/// ``Edge``, so the definition's results must depend only on the state and the event.
public struct StateGraph<Definition: FiniteStateDefinition>: Sendable {
    /// States, sorted by their distance from the initial states.
    ///
    /// In a graph with a key, this collection contains one state for each key.
    public let states: States

    /// How many states are initial; they are the first of the ``states``.
    @usableFromInline package let initialCount: Int

    /// Indices into `successors` of each state's first edge, followed by the number of edges.
    @usableFromInline let offsets: ChunkedArray<UInt32>

    /// Each state's successor for each of its sample events, or `rejected`.
    @usableFromInline let successors: ChunkedArray<UInt32>

    /// Each state's parent, from which it was first reached, or the state itself if it is initial.
    @usableFromInline let parents: ChunkedArray<UInt32>

    /// Whether a state can represent several states.
    ///
    /// A path in the graph is then not always a path of the definition.
    @usableFromInline let isAbstracted: Bool

    /// States outside the constraint, which were not expanded, in ascending order.
    @usableFromInline let cut: [UInt32]

    /// A condition that a state must satisfy to be expanded, or `nil` if every state is expanded.
    @usableFromInline let constraint: (@Sendable (Definition) -> Bool)?

    /// The exploration's duration.
    @usableFromInline let duration: Duration

    /// Returns a state's number.
    @usableFromInline let find: @Sendable (Definition) -> Int?

    /// Whether the graph stores words from which it restores each state.
    @usableFromInline let keepsWords: Bool

    /// Checks the edges of some states.
    ///
    /// This closure is created where the definition's type is known, which makes it several times
    /// as fast as generic code.
    @usableFromInline let discover: Discover

    @usableFromInline
    typealias Discover =
        @Sendable (
            StateGraph, _ ids: Range<Int>, _ withRejected: Bool, (TraceStep<Definition>) -> Bool
        ) -> Discovery?

    /// Finds the next state that findings must inspect.
    ///
    /// This closure is created where the definition's type is known.
    @usableFromInline let screen: @Sendable (StateGraph, inout EdgeScreen<Definition>) -> EdgeScreen<Definition>.Halt?
}
