#if !hasFeature(Embedded)
/// Keeps the tasks of one run in step with the activities of its machine.
///
/// It lives where the machine lives. It cancels a task at once, in the middle of the transition that exits the activity; new
/// tasks are started by the run, as its own: they inherit its priority and its task-local values, whoever sent the event.
@usableFromInline
final class Driver<Definition: StateDefinition> {
    @usableFromInline typealias Activity = Definition.Activity
    typealias Instance = ActivityInstance<Activity>

    private let mailbox: Mailbox<Definition>
    private let isLast: ((Definition) -> Bool)?

    /// What goes on at present: entered and not exited.
    private var current: [Activity: Instance] = [:]

    /// What still works, whether it goes on or has been exited.
    private var working: [Activity: (instance: Instance, task: Task<Void, Never>)] = [:]

    /// Entered, but not started yet.
    private var entered: [Instance] = []

    /// The state in which the run ended; nothing as long as it has not.
    private(set) var last: Definition?

    init(mailbox: Mailbox<Definition>, until isLast: ((Definition) -> Bool)?) {
        self.mailbox = mailbox
        self.isLast = isLast
    }

    /// Whether no task is left.
    var isIdle: Bool { working.isEmpty }

    // MARK: Told by the machine

    /// Retires and cancels the instances of activities that have been exited.
    @usableFromInline
    func exit(_ activities: [Activity]) {
        for activity in activities {
            if let instance = current.removeValue(forKey: activity) { retire(instance) }
        }
    }

    /// Makes instances of activities that have been entered, and ends the run if this state is to be the last.
    @usableFromInline
    func enter(_ activities: [Activity], in state: Definition) {
        guard last == nil else { return }
        if let isLast, isLast(state) { return finish(in: state) }
        guard !activities.isEmpty else { return }
        for activity in activities {
            let instance = Instance(of: activity)
            current[activity] = instance
            entered.append(instance)
        }
        mailbox.wake()
    }

    /// Retires everything: the run ends with this state.
    func finish(in state: Definition) {
        guard last == nil else { return }
        last = state
        for instance in current.values { instance.retire() }
        for instance in current.values { retire(instance) }
        current = [:]
        mailbox.wake()
    }

    /// Cancels what an instance does, and makes what it sends from now on stale.
    private func retire(_ instance: Instance) {
        instance.retire()
        if let (worker, task) = working[instance.activity], worker === instance { task.cancel() }
    }

    // MARK: Told by the run

    /// Forgets an instance whose work has ended, and starts the next one of the same activity, which has waited for that.
    func didEnd(_ instance: Instance, launch: (Instance) -> Task<Void, Never>) {
        working[instance.activity] = nil
        if let next = current[instance.activity], next !== instance {
            working[next.activity] = (next, launch(next))
        }
    }

    /// Starts what has been entered and not exited since, but for activities whose last instance is still at work.
    func startEntered(launch: (Instance) -> Task<Void, Never>) {
        for instance in entered where !instance.isRetired && working[instance.activity] == nil {
            working[instance.activity] = (instance, launch(instance))
        }
        entered = []
    }
}
#endif
