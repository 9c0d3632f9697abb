import StateMachineGraphs
import StateMachineLocks
import StateMachines

/// A thread-safe monitor that tracks the work of activities in a run and records violated laws.
final class InstanceMonitor<Activity: Hashable & Sendable>: Sendable {
    /// A flag that is set when an instance's task is cancelled, possibly before its work begins.
    final class Cancellation: Sendable {
        private let flag = Locked(false)
        var isCancelled: Bool { flag.withLock { $0 } }
        func cancel() { flag.withLock { $0 = true } }
    }

    private struct Instance: Sendable {
        let number: Int
        let activity: Activity
        let cancellation: Cancellation
        var isExited: Bool
    }

    private struct Notes: Sendable {
        var instances: [Instance] = []
        /// Numbers of the instances whose work is running.
        var live: Set<Int> = []
        /// Numbers of the instances that have begun and have not been exited.
        var current: Set<Int> = []
        /// How many outcomes report that the state was offered the event, and how many events the
        /// state was offered.
        var (answered, delivered) = (0, 0)
        var broken: [BrokenLaw] = []

        /// Returns the instances with these numbers, in the order in which they began.
        func instances(_ numbers: Set<Int>) -> [Instance] { numbers.sorted().map { instances[$0] } }
    }

    /// The monitor's records.
    ///
    /// Comparing and naming activities runs user code, which may call this monitor, so both happen
    /// outside the lock.
    private let notes = Locked(Notes())

    var broken: [BrokenLaw] { notes.withLock(\.broken) }

    private func note(_ law: MachineLaw, _ detail: String) {
        notes.withLock { $0.broken.append(BrokenLaw(law, detail)) }
    }

    /// Records that the work of an instance begins.
    ///
    /// - Returns: The instance's number.
    func begin(_ activity: Activity, _ cancellation: Cancellation) -> Int {
        let (number, others) = notes.withLock { notes in
            let others = notes.instances(notes.live)
            let number = notes.instances.count
            // If an instance is exited before its work can begin, the work begins in a cancelled
            // task.
            let isExited = cancellation.isCancelled
            notes.instances.append(
                Instance(number: number, activity: activity, cancellation: cancellation, isExited: isExited)
            )
            notes.live.insert(number)
            if !isExited { notes.current.insert(number) }
            return (number, others)
        }
        for other in others {
            if other.activity == activity {
                note(.noOverlap, "Two instances of \(name(activity)) run at the same time.")
            }
            if other.isExited && !other.cancellation.isCancelled {
                note(.cancelledBeforeNext, "\(name(activity)) starts before \(name(other.activity)) is cancelled.")
            }
        }
        return number
    }

    /// Records that the machine has exited an activity, whose task must be cancelled by now.
    func exit(_ activity: Activity) {
        let current = notes.withLock { $0.instances($0.current) }
        guard let instance = current.last(where: { areSame($0.activity, activity) }) else { return }
        let isAtWork = notes.withLock { notes in
            notes.current.remove(instance.number)
            notes.instances[instance.number].isExited = true
            return notes.live.contains(instance.number)
        }
        if isAtWork && !instance.cancellation.isCancelled {
            note(.cancelledBeforeNext, "\(name(activity)) is exited but not cancelled.")
        }
    }

    /// Records that the work of an instance has ended.
    func end(_ number: Int) {
        notes.withLock { _ = $0.live.remove(number) }
    }

    /// Records an event's outcome.
    ///
    /// - Parameters:
    ///   - isOffered: Whether the outcome reports that the state was offered the event.
    ///   - sender: The activity whose cancelled task sent the event, if any.
    func answer(isOffered: Bool, toExited sender: Activity? = nil) {
        guard isOffered else { return }
        notes.withLock { $0.answered += 1 }
        if let sender { note(.staleIsDropped, "An event that \(name(sender)) sends after its exit reaches the state.") }
    }

    /// Records that the state was offered an event.
    func deliver() {
        notes.withLock { $0.delivered += 1 }
    }

    /// Records that the run has ended.
    func endRun() {
        let (left, answered, delivered) = notes.withLock { ($0.instances($0.live), $0.answered, $0.delivered) }
        for instance in left {
            note(.nothingLeft, "\(name(instance.activity)) still runs after the end of the run.")
        }
        if answered != delivered {
            note(
                .staleIsDropped,
                "The state received \(delivered) events, but the outcomes report \(answered)."
            )
        }
    }

    private func name(_ activity: Activity) -> String { "\(ValueName(of: activity))" }
}
