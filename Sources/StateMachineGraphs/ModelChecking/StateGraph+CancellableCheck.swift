import Synchronization

extension StateGraph {
    /// Proves or refutes a property, reports its progress, and can be cancelled.
    ///
    /// ```swift
    /// let verdict = try graph.check(property) { print("looked at \($0.looks) of \(graph.edgeCount) edges") }
    /// ```
    ///
    /// The same as `check(_:)`, which cannot be cancelled. Cancellation takes effect while the
    /// property is asked about states or events, and not while `eventually`, `leadsTo` or
    /// `alwaysPossible` search after they have asked about all states.
    ///
    /// - Parameters:
    ///   - property: What is claimed.
    ///   - progress: Called with the statistics so far, after every few thousand looks.
    /// - Throws: ``ExplorationError/cancelled``, when the task is cancelled.
    public func check(
        _ property: MachineProperty<Definition>,
        progress: @escaping @Sendable (CheckStatistics) -> Void
    ) throws(ExplorationError<Definition>) -> Verdict<Definition> {
        let looks = Looks(progress)
        let verdict = check(property.watched(by: looks))
        if looks.isCancelled { throw .cancelled }
        return verdict
    }
}

/// How far a check of a property has come.
public struct CheckStatistics: Hashable, Sendable, CustomStringConvertible {
    /// How many states and events the property was asked about.
    public let looks: Int

    /// The number of looks.
    public var description: String { count(looks, "look") }
}

/// Counts how often a property looks at something.
private final class Looks: Sendable {
    private let count = Atomic(0)
    private let wasCancelled = Atomic(false)
    private let progress: @Sendable (CheckStatistics) -> Void

    init(_ progress: @escaping @Sendable (CheckStatistics) -> Void) {
        self.progress = progress
    }

    var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

    /// Counts one more.
    ///
    /// - Returns: Whether the check continues.
    func goOn() -> Bool {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        guard number.isMultiple(of: 4096) else { return !isCancelled }
        progress(CheckStatistics(looks: number))
        if Task.isCancelled { wasCancelled.store(true, ordering: .relaxed) }
        return !isCancelled
    }
}

extension MachineProperty {
    /// The same property, which is decided at once after cancellation.
    fileprivate func watched(by looks: Looks) -> MachineProperty {
        let claim: Claim =
            switch claim {
            case .always(let holds): .always { looks.goOn() && holds($0) }
            case .never(let happens): .never { !looks.goOn() || happens($0) }
            case .steps(let withRejected, let holds):
                .steps(withRejected: withRejected) { looks.goOn() && holds($0) }
            case .history(let history):
                .history(History(start: history.start) { looks.goOn() ? history.next($0, $1) : nil })
            case .reachable(let goal): .reachable { !looks.goOn() || goal($0) }
            case .alwaysPossible(let goal): .alwaysPossible { !looks.goOn() || goal($0) }
            case .leadsTo(let beginning, let goal, let fairness):
                .leadsTo(from: beginning, to: { !looks.goOn() || goal($0) }, assuming: fairness)
            }
        return MachineProperty(name: name, claim: claim)
    }
}
