public import StateMachines

/// Checks a property while it explores, so that a bug is found where the whole space is too large
/// for a graph, or has no end.
///
/// ```swift
/// let search = BoundedSearch(of: Counter.self, stateLimit: 10_000)
/// print(try search.check(.never("the counter is at three") { $0.count == 3 }))
/// // "the counter is at three" does not hold: Counter(count: 3) is reached.
/// //   1. Counter(count: 0) ─ count → Counter(count: 1)
/// //   …
/// // Looked at 4 states, 3 transitions, 0 rejections, depth 3, queue 1, 0.1 ms.
/// ```
///
/// The search is breadth first, so a counterexample is a shortest one. `always`, `never`,
/// `everyTransition`, `everyEvent`, `atAllTimes` and what is said of activities are refuted as soon
/// as they are broken, and `reachable` is proved by the first state that is one. All else needs the
/// whole space: what is always possible, what will be, and that something never happens. It is
/// answered if the exploration ends within the bounds, and left undecided otherwise.
public struct BoundedSearch<Definition: FiniteStateDefinition> {
    let stateLimit: Int
    let depth: Int

    /// Sets the bounds.
    ///
    /// - Parameters:
    ///   - definition: What to explore.
    ///   - stateLimit: With how many states it ends; for `atAllTimes`, with how many pairs of a
    ///     state and a memory. The last states that it expands may add some more.
    ///   - depth: How many events a run may have.
    public init(
        of definition: Definition.Type = Definition.self,
        stateLimit: Int = 100_000,
        depth: Int = .max
    ) {
        self.stateLimit = stateLimit
        self.depth = depth
    }

    /// Explores until the property is decided, or a bound is reached.
    ///
    /// - Parameters:
    ///   - property: What is claimed.
    ///   - progress: Called with the statistics so far, after every few thousand edges.
    /// - Throws: ``ExplorationError`` without initial states, or when the task is cancelled.
    /// - Complexity: One call of `handleEvent` for each state and sample event, and another one
    ///   where the property speaks of events. What is decided at the end takes as long as `check`
    ///   of a graph.
    public func check(
        _ property: MachineProperty<Definition>,
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition> {
        if case .history(let history) = property.claim {
            var search = BoundedMonitorSearch(history, within: self, progress)
            return try search.result(for: property)
        }
        if let packed = Definition.self as? any PackedStateDefinition.Type,
            let result = try searchPacked(packed, for: property, progress)
        {
            return result
        }
        var search = BoundedStateSearch(WholeStates<Definition>(), within: self, progress)
        // States that are stored whole can always be restored.
        guard let result = try search.result(for: property) else { throw .noInitialStates }
        return result
    }

    /// Checks several properties, each in an exploration of its own.
    ///
    /// - Throws: ``ExplorationError`` without initial states, or when the task is cancelled.
    public func check(
        _ properties: [MachineProperty<Definition>],
        progress: ((ExplorationStatistics) -> Void)? = nil
    ) throws(ExplorationError<Definition>) -> [BoundedResult<Definition>] {
        var results: [BoundedResult<Definition>] = []
        for property in properties { results.append(try check(property, progress: progress)) }
        return results
    }

    /// Keeps words instead of states; `nil` if the definition cannot be packed.
    private func searchPacked<Packed: PackedStateDefinition>(
        _: Packed.Type,
        for property: MachineProperty<Definition>,
        _ progress: ((ExplorationStatistics) -> Void)?
    ) throws(ExplorationError<Definition>) -> BoundedResult<Definition>? {
        guard let bounds = self as? BoundedSearch<Packed>, let packed = property as? MachineProperty<Packed> else {
            return nil
        }
        var search = BoundedStateSearch(PackedStates<Packed>(), within: bounds, progress)
        do {
            return try search.result(for: packed) as? BoundedResult<Definition>
        } catch {
            // The same type by another name.
            throw error as? ExplorationError<Definition> ?? .cancelled
        }
    }
}
