import Synchronization

extension StateGraph {
    /// Proves or refutes a property, reports the progress, and ends early if the task is cancelled.
    ///
    /// ```swift
    /// let verdict = try graph.check(property) { print("looked at \($0.looks) of \(graph.edgeCount) edges") }
    /// ```
    ///
    /// Unlike `check(_:)`, which returns an equal verdict, this method notices a cancellation while
    /// it evaluates the property's conditions. For `eventually`, `leadsTo`, `eventuallyAlways` and
    /// `alwaysPossible`, it then searches the graph, and you cannot cancel this search.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - progress: A closure that the check calls with the current statistics after every few
    ///     thousand looks; `nil` to check without reports. A look is one evaluation of the
    ///     property, for a state or an event.
    /// - Throws: ``ExplorationError/cancelled`` if the task is cancelled.
    public func check(
        _ property: MachineProperty<Definition>,
        progress: ((CheckStatistics) -> Void)?
    ) throws(ExplorationError<Definition>) -> Verdict<Definition> {
        let looks = Looks(progress)
        let verdict = check(property.watched(by: looks))
        if looks.isCancelled { throw .cancelled }
        return verdict
    }
}

/// A property check's progress.
public struct CheckStatistics: Hashable, Sendable, CustomStringConvertible {
    /// The number of looks, which are evaluations of the property for a state or an event.
    public let looks: Int

    /// A short text with the number of looks, such as `4096 looks`.
    public var description: String { count(looks, "look") }
}

/// A counter of the looks in a check, which also records whether the check was cancelled.
private final class Looks: Sendable {
    private let count = Atomic(0)
    private let wasCancelled = Atomic(false)
    /// Called only by the thread that called `check`, because a check uses no other thread.
    nonisolated(unsafe) private let progress: ((CheckStatistics) -> Void)?

    init(_ progress: ((CheckStatistics) -> Void)?) {
        self.progress = progress
    }

    var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

    /// Counts one more look.
    ///
    /// - Returns: Whether the check may continue.
    func goOn() -> Bool {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        guard number.isMultiple(of: 4096) else { return !isCancelled }
        progress?(CheckStatistics(looks: number))
        if Task.isCancelled { wasCancelled.store(true, ordering: .relaxed) }
        return !isCancelled
    }
}

extension MachineProperty {
    /// Returns a copy of the property that is decided immediately after a cancellation.
    fileprivate func watched(by looks: Looks) -> MachineProperty {
        let claim: Claim =
            switch claim {
            case .safety(let safety): .safety(safety.watched(by: looks))
            case .goal(let goal): .goal { !looks.goOn() || goal($0) }
            case .promise(let promise):
                .promise(Promise(promise.form, assuming: promise.fairness) { !looks.goOn() || promise.isKept($0) })
            }
        return MachineProperty(name: name, claim: claim)
    }
}

extension MachineProperty.Safety {
    fileprivate func watched(by looks: Looks) -> Self {
        var safety = self
        if let isBroken { safety.isBroken = { !looks.goOn() || isBroken($0) } }
        if let holds { safety.holds = { looks.goOn() && holds($0) } }
        if let memories {
            safety.memories = { kept in
                let table = memories(kept)
                return MemoryTable(
                    start: table.start,
                    next: { looks.goOn() ? table.next($0, $1) : nil },
                    count: table.count,
                    forget: table.forget
                )
            }
        }
        return safety
    }
}
