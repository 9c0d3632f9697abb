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
/// Outputs and activities are not kept: an ``Edge`` runs the definition once more, which has to be a function of the state
/// and the event alone.
public struct StateGraph<Definition: FiniteStateDefinition>: Sendable {
    /// The states, nearest first; with an abstraction, one representative for each key.
    public let states: [Definition]

    /// How many of the ``states``, at their beginning, are initial ones.
    public let initialCount: Int

    /// For each state its place in `successors`; one more for the end.
    @usableFromInline let offsets: [UInt32]

    /// The successors of each state, one for each of its sample events; `rejected` for an event that is not handled.
    @usableFromInline let successors: [UInt32]

    /// For each state the one from which it was first reached; itself for an initial one.
    @usableFromInline let parents: [UInt32]

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
    /// - Complexity: One call of `handleEvent` and one look-up in a hash table for each state and sample event.
    @inlinable
    public init(
        exploring definition: Definition.Type = Definition.self,
        limit: Int = 10_000
    ) throws(TooManyStates<Definition>) {
        try self.init(limit: limit, key: { $0 }, isAbstracted: false)
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
        try self.init(limit: limit, key: key, isAbstracted: true)
    }

    @inlinable
    init<Key: Hashable & SendableMetatype>(
        limit: Int,
        key: @escaping @Sendable (Definition) -> Key,
        isAbstracted: Bool
    ) throws(TooManyStates<Definition>) {
        var found = FoundStates(key: key)
        var offsets: [UInt32] = []
        var successors: [UInt32] = []
        var parents: [UInt32] = []

        for state in Definition.initialStates {
            let id = found.insert(state)
            if id == parents.count { parents.append(UInt32(id)) }
        }
        initialCount = parents.count

        var source = 0
        while source < found.states.count {
            offsets.append(UInt32(successors.count))
            let state = found.states[source]
            for event in state.sampleEvents {
                var successor = state
                do throws(TransitionError) {
                    _ = try successor.handleEvent(event)
                } catch {
                    successors.append(.rejected)
                    continue
                }
                let target = found.insert(successor)
                if target == parents.count { parents.append(UInt32(source)) }
                successors.append(UInt32(target))
            }
            source += 1
            if parents.count > limit || successors.count > Int(UInt32.max / 2) {
                throw TooManyStates(limit: limit, states: found.states, parents: parents)
            }
        }
        offsets.append(UInt32(successors.count))

        self.isAbstracted = isAbstracted
        self.states = found.states
        self.offsets = offsets
        self.successors = successors
        self.parents = parents
        self.find = { [found] state in found.find(state) }
    }
}

extension UInt32 {
    /// Stands for the successor of an event that was rejected.
    @inlinable static var rejected: UInt32 { .max }
}
