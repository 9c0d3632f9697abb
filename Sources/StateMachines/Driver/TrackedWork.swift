#if !hasFeature(Embedded)
package import Synchronization

/// Work whose end is visible to a test, such as an activity's work.
///
/// Swift does not tell when a task has ended. A clock for tests needs to know this before it wakes
/// the next task, so the work reports it.
package protocol TrackedWork: AnyObject, Sendable {
    /// Whether the work can no longer change the machine, because it has ended or its activity was
    /// exited.
    var isOver: Bool { get }

    /// An activity, or another value whose name identifies the work.
    var subject: any Sendable { get }
}

/// The tracked work that the current task belongs to.
package enum CurrentWork {
    @TaskLocal package static var value: (any TrackedWork)?

    /// Whether a clock for tests exists, so that the work of activities must be visible.
    ///
    /// Without such a clock, the work has no task-local value, which would cost an allocation.
    package static let isObserved = Atomic(false)
}

extension ActivityInstance: TrackedWork {
    package var isOver: Bool { isStale || inFlight.load(ordering: .acquiring) & 1 == 1 }
    package var subject: any Sendable { activity }
}

extension StateMachine {
    /// Whether a run is in progress.
    package var hasRun: Bool { runtime?.driver != nil }

    /// Current activities whose work a run performs or is about to perform, in no particular order.
    package var currentWork: [(activity: Activity, work: any TrackedWork)] {
        runtime?.driver?.currentInstances.map { ($0.activity, $0) } ?? []
    }
}
#endif
