import Locking
import StateMachineGraphs

/// Keeps account of the work of activities in a run, from any thread, and notes what must not happen.
final class InstanceLedger<Activity: Hashable & Sendable>: Sendable {
    /// Whether an instance has been cancelled: told by its task, which may be before its work begins.
    final class Cancellation: Sendable {
        private let flag = Locked(false)
        var isCancelled: Bool { flag.withLock { $0 } }
        func cancel() { flag.withLock { $0 = true } }
    }

    private struct Instance: Sendable {
        let activity: Activity
        let cancellation: Cancellation
        var isExited: Bool
    }

    private struct Notes: Sendable {
        var instances: [Instance] = []
        /// The numbers of those that are at work.
        var live: Set<Int> = []
        /// The numbers of those that have begun and not been exited.
        var latest: [Activity: Int] = [:]
        /// How many events were answered as if they had been offered to the state, and how many have been.
        var (answered, delivered) = (0, 0)
        var broken: [BrokenLaw] = []
    }

    private let notes = Locked(Notes())

    var broken: [BrokenLaw] { notes.withLock(\.broken) }

    /// The work of an instance begins.
    ///
    /// - Returns: Its number.
    func begin(_ activity: Activity, _ cancellation: Cancellation) -> Int {
        notes.withLock { notes in
            for other in notes.live.sorted().map({ notes.instances[$0] }) {
                if other.activity == activity {
                    notes.broken.append(BrokenLaw(.noOverlap, "\(name(activity)) is at work twice."))
                }
                if other.isExited && !other.cancellation.isCancelled {
                    let detail = "\(name(activity)) starts before \(name(other.activity)) is cancelled."
                    notes.broken.append(BrokenLaw(.cancelledBeforeNext, detail))
                }
            }
            let number = notes.instances.count
            // One that is exited before its work can begin begins cancelled.
            let isExited = cancellation.isCancelled
            notes.instances.append(Instance(activity: activity, cancellation: cancellation, isExited: isExited))
            notes.live.insert(number)
            if !isExited { notes.latest[activity] = number }
            return number
        }
    }

    /// The machine has exited an activity: by now its task is cancelled.
    func exit(_ activity: Activity) {
        notes.withLock { notes in
            guard let number = notes.latest.removeValue(forKey: activity) else { return }
            notes.instances[number].isExited = true
            if notes.live.contains(number) && !notes.instances[number].cancellation.isCancelled {
                notes.broken.append(BrokenLaw(.cancelledBeforeNext, "\(name(activity)) is exited and not cancelled."))
            }
        }
    }

    /// The work of an instance is over.
    func end(_ number: Int) {
        notes.withLock { _ = $0.live.remove(number) }
    }

    /// An event was answered.
    ///
    /// - Parameters:
    ///   - isOffered: Whether the answer says that the state was offered the event.
    ///   - sender: The instance that sent it after it was cancelled.
    func answer(isOffered: Bool, toExited sender: Activity? = nil) {
        notes.withLock { notes in
            guard isOffered else { return }
            notes.answered += 1
            if let sender {
                notes.broken.append(BrokenLaw(.staleIsDropped, "\(name(sender)) sends after its exit, and is heard."))
            }
        }
    }

    /// The state was offered an event.
    func deliver() {
        notes.withLock { $0.delivered += 1 }
    }

    /// The run has ended.
    func endRun() {
        notes.withLock { notes in
            for number in notes.live.sorted() {
                let detail = "\(name(notes.instances[number].activity)) is at work after the end of the run."
                notes.broken.append(BrokenLaw(.nothingLeft, detail))
            }
            if notes.answered != notes.delivered {
                let detail =
                    "\(notes.delivered) events were offered to the state, and \(notes.answered) answered as that."
                notes.broken.append(BrokenLaw(.staleIsDropped, detail))
            }
        }
    }

    private func name(_ activity: Activity) -> String { "\(Name(of: activity))" }
}
