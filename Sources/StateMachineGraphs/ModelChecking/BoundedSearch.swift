public import StateMachines

/// A search that checks properties while it explores a definition.
///
/// Use it to find bugs if the state space is infinite, or too large for a ``StateGraph``:
///
/// ```swift
/// let search = BoundedSearch(of: Counter.self, stateLimit: 10_000)
/// print(try search.check(.never("the counter is at three") { $0.count == 3 }))
/// // "the counter is at three" does not hold: Counter(count: 3) is reached.
/// //   1. Counter(count: 0) ─ count → Counter(count: 1)
/// //   …
/// // Explored 4 states, 3 transitions, 0 rejections, depth 3, queue 1, 0.1 ms.
/// ```
///
/// Because the search is breadth first, it finds the shortest counterexample that the expanded
/// states prove. `alwaysPossible` is an exception: a state without a path to a goal counts only
/// once everything after it has been expanded, so if the search ends at a bound, a nearer state may
/// turn out to lack a path as well.
///
/// A property's kind determines when the search can decide it:
/// - `always`, `never`, `noDeadEnd`, `everyTransition`, `everyEvent`, `atAllTimes` and the activity
///   properties are refuted by the first violation.
/// - `reachable` is proved by the first goal state.
/// - `alwaysPossible`, `eventually`, `leadsTo` and `eventuallyAlways` are checked when the search
///   ends, and a dead end or a cycle among the explored states can refute them. For these
///   properties, the search stores four bytes for each event that it tries.
///
/// A property that nothing refutes is proved only if the search has tried the sample events of
/// every state within the constraint. Otherwise it is undecided, because an unexpanded state could
/// lead to a violation.
public struct BoundedSearch<Definition: FiniteStateDefinition>: Sendable {
    @usableFromInline let stateLimit: Int
    @usableFromInline let depth: Int
    @usableFromInline let constraint: (@Sendable (Definition) -> Bool)?
    @usableFromInline let threads: Int?

    @usableFromInline typealias Progress = (ExplorationStatistics) -> Void
    @usableFromInline typealias Results = [BoundedResult<Definition>]

    // Created where the definition is known, so it is several times as fast as generic code.
    @usableFromInline let search:
        @Sendable (Self, [MachineProperty<Definition>], Progress?) throws(ExplorationError<Definition>) -> Results

    /// Creates a search with bounds.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The number of states at which the search ends. For `atAllTimes`, this is the
    ///     number of pairs of a state and a memory. The search may find a few more states before it
    ///     ends.
    ///   - depth: The maximum number of events in a run.
    ///   - constraint: A condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that explore a large state space; by default, one for
    ///     each core.
    @inlinable
    public init(
        of definition: Definition.Type = Definition.self,
        stateLimit: Int = 100_000,
        depth: Int = .max,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        threads: Int? = nil
    ) {
        self.stateLimit = stateLimit
        self.depth = depth
        self.constraint = constraint
        self.threads = threads
        search = { bounds, properties, progress throws(ExplorationError<Definition>) in
            if let packed = Definition.self as? any PackedStateDefinition.Type,
                let results = try bounds.packedResults(packed, properties, progress)
            {
                return results
            }
            return try bounds.results(WholeStates(), properties, progress) ?? []
        }
    }

    /// Creates a search with bounds that treats states with equal keys as one state.
    ///
    /// The first state that the search finds with a key represents this key, and each step of a
    /// counterexample begins and ends in a representing state. A counterexample's reason mentions
    /// that states with equal keys count as one state.
    ///
    /// - Parameters:
    ///   - definition: The definition to explore.
    ///   - stateLimit: The number of keys at which the search ends. For `atAllTimes`, this is the
    ///     number of pairs of a key and a memory.
    ///   - depth: The maximum number of events in a run.
    ///   - key: A closure that returns the relevant part of a state.
    ///   - constraint: A condition that a state must satisfy to be expanded; `nil` for no
    ///     constraint.
    ///   - threads: The number of threads that explore a large state space; by default, one for
    ///     each core.
    @inlinable
    public init<Key: Hashable & SendableMetatype>(
        of definition: Definition.Type = Definition.self,
        stateLimit: Int = 100_000,
        depth: Int = .max,
        abstractedBy key: @escaping @Sendable (Definition) -> Key,
        within constraint: (@Sendable (Definition) -> Bool)? = nil,
        threads: Int? = nil
    ) {
        self.stateLimit = stateLimit
        self.depth = depth
        self.constraint = constraint
        self.threads = threads
        search = { bounds, properties, progress throws(ExplorationError<Definition>) in
            try bounds.results(AbstractedStates(by: key), properties, progress, isAbstracted: true) ?? []
        }
    }

    /// Explores until the property is decided or a bound is reached.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - progress: A closure that the search calls with the current statistics after every few
    ///     thousand edges, or about 25,000 while several threads share the work.
    /// - Throws: An ``ExplorationError`` if there are no initial states or the task is cancelled.
    /// - Complexity: One call of `handleEvent` for each state and sample event, and a second call
    ///   if the property is about events or dead ends. If the check comes when the search ends, it
    ///   takes as long as `check` on a graph.
    public func check(
        _ property: MachineProperty<Definition>,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition> {
        try search(self, [property], progress)[0]
    }

    /// Explores until all properties are decided or a bound is reached.
    ///
    /// All properties share one exploration, except that each `atAllTimes` needs its own, which
    /// visits pairs of a state and a memory.
    ///
    /// - Throws: An ``ExplorationError`` if there are no initial states or the task is cancelled.
    public func check(
        _ properties: [MachineProperty<Definition>],
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) -> [BoundedResult<Definition>] {
        try search(self, properties, progress)
    }
}

extension BoundedSearch {
    /// Returns the results for several properties, in their order.
    ///
    /// - Returns: `nil` if a state could not be restored from its stored form.
    @inlinable
    func results<Coding: StateCoding<Definition>>(
        _ coding: Coding,
        _ properties: [MachineProperty<Definition>],
        _ progress: Progress?,
        isAbstracted: Bool = false
    ) throws(ExplorationError<Definition>) -> Results? {
        var results: [BoundedResult<Definition>?] = Array(repeating: nil, count: properties.count)
        let others = properties.indices.filter { properties[$0].safety?.memories == nil }
        if !others.isEmpty {
            var search = BoundedStateSearch(coding, within: self, others.map { properties[$0] }, isAbstracted, progress)
            try search.explore()
            guard let found = search.results() else { return nil }
            for (index, result) in zip(others, found) { results[index] = result }
        }
        for index in properties.indices {
            guard let memories = properties[index].safety?.memories else { continue }
            var search = BoundedMonitorSearch(coding, memories(.all), within: self, isAbstracted, progress)
            try search.explore()
            guard let result = search.result(for: properties[index]) else { return nil }
            results[index] = result
        }
        return results.compactMap(\.self)
    }

    /// Returns the results of a search that stores words instead of states.
    ///
    /// - Returns: `nil` if the states cannot be stored as words.
    @inlinable
    func packedResults<Packed: PackedStateDefinition>(
        _: Packed.Type,
        _ properties: [MachineProperty<Definition>],
        _ progress: Progress?
    ) throws(ExplorationError<Definition>) -> Results? {
        // `Packed` and `Definition` are the same type.
        guard let bounds = self as? BoundedSearch<Packed>, let packed = properties as? [MachineProperty<Packed>] else {
            return nil
        }
        do throws(ExplorationError<Packed>) {
            return try bounds.results(PackedStates<Packed>(), packed, progress) as? Results
        } catch {
            throw error as? ExplorationError<Definition> ?? .cancelled
        }
    }
}
