public import StateMachines

/// Every state that a definition can reach, and every event in each of them, found by running the definition.
///
/// ```swift
/// let graph = try StateGraph(exploring: Door.self)
/// graph.states                                       // [closed, open, locked]
/// for edge in graph.edges where edge.isAccepted { print(edge) }
/// // closed ─ open → open
/// // …
/// ```
///
/// The exploration is breadth first: it begins with `initialStates` and tries the `sampleEvents` of each state, in their
/// order. So states stand in the order of their distance from the beginning, and ``path(to:)`` is a shortest one. What the
/// samples do not contain is not explored.
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

    /// Whether one state may stand for several, so that a way through the graph may not be one of the definition.
    @usableFromInline let isAbstracted: Bool

    /// Finds a state.
    @usableFromInline let find: @Sendable (Definition) -> Int?

    /// Explores a definition.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - limit: How many states may be found.
    /// - Throws: ``TooManyStates``, with two states of the case that seems to grow, when there are more.
    /// - Complexity: One call of `handleEvent` and one look-up in a hash table for each state and sample event, and one call of
    ///   `sampleEvents` for each state, which is best a constant.
    @inlinable
    public init(
        exploring definition: Definition.Type = Definition.self,
        limit: Int = 10_000
    ) throws(TooManyStates<Definition>) {
        // The compiler decides this where it knows the definition, so that both ways are made for it.
        if let packed = Definition.self as? any PackedStateDefinition.Type,
            let (graph, end) = Self.packed(packed, limit: limit), end != .lossyCode
        {
            if end == .tooManyStates { throw TooManyStates(limit: limit, graph) }
            self = graph
        } else {
            try self.init(Exploration(WholeStates(), limit: limit), limit: limit)
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
    /// others leads to it. So the graph misses what can happen in others only, and a way through it of several steps need not be one
    /// of the definition. A good key tells apart what `handleEvent` tells apart.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - limit: How many states may be found.
    ///   - key: What of a state matters.
    /// - Throws: ``TooManyStates``, with two states of the case that seems to grow, when there are more.
    @inlinable
    public init<Key: Hashable & SendableMetatype>(
        exploring definition: Definition.Type = Definition.self,
        limit: Int = 10_000,
        abstractedBy key: @escaping @Sendable (Definition) -> Key
    ) throws(TooManyStates<Definition>) {
        try self.init(Exploration(AbstractedStates(by: key), limit: limit), limit: limit, isAbstracted: true)
    }

    @inlinable
    init(
        _ exploration: Exploration<some StateCoding<Definition>>,
        limit: Int,
        isAbstracted: Bool = false
    ) throws(TooManyStates<Definition>) {
        self.init(exploration, isAbstracted: isAbstracted)
        if exploration.end == .tooManyStates { throw TooManyStates(limit: limit, self) }
    }

    @inlinable
    init(_ exploration: Exploration<some StateCoding<Definition>>, isAbstracted: Bool = false) {
        let found = exploration.found
        self.isAbstracted = isAbstracted
        states = States(count: found.codes.count) { found.coding.state(of: found.codes[$0]) }
        initialCount = exploration.initialCount
        offsets = exploration.offsets
        successors = exploration.successors
        parents = exploration.parents
        find = { found.find($0) }
    }

    /// Explores a definition whose states are kept as words, and says how that ended.
    @inlinable
    static func packed<Packed: PackedStateDefinition>(_: Packed.Type, limit: Int) -> (graph: Self, end: ExplorationEnd)?
    {
        let exploration = Exploration(PackedStates<Packed>(), limit: limit)
        guard let graph = StateGraph<Packed>(exploration) as? Self else { return nil }
        return (graph, exploration.end)
    }
}
