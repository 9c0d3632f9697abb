#if !hasFeature(Embedded)
/// Keeps the tasks of one run in step with the activities of its machine.
///
/// It lives where the machine lives. It cancels a task at once, in the middle of the transition that exits the activity; new
/// tasks are started by the run, as its own, whoever sent the event.
///
/// All of it is called while the machine is busy: activities are compared, which is code of the user's.
@usableFromInline
final class Driver<Definition: StateDefinition> {
    @usableFromInline typealias Activity = Definition.Activity
    typealias Instance = ActivityInstance<Definition>

    /// What the run waits for.
    let inbox: RunInbox<Definition>

    @usableFromInline let isLast: ((Definition) -> Bool)?
    private let makeInstance: (Activity) -> Instance
    private let launch: (Instance) -> Task<Void, Never>

    /// Whether the machine tells it of transitions: from the end of the turn on in which the run began.
    @usableFromInline private(set) var hasJoined = false

    /// What goes on at present: entered and not exited.
    private var current: [Activity: Instance] = [:]

    /// The tasks that have not ended, by their instances, whether these go on or have been exited.
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

    /// The instance of an activity whose task has not ended; others of the activity wait for it.
    private var working: [Activity: Instance] = [:]

    /// Entered, but not started yet; not more than what goes on.
    private var entered: [Instance] = []

    /// The state in which the run ended; `nil` as long as it has not.
    @exclusivity(unchecked) @usableFromInline private(set) var last: Definition?

    /// Whether the run has ended, though tasks may be left.
    @inlinable var isOver: Bool { last != nil }

    init(
        until isLast: ((Definition) -> Bool)?,
        signalling inbox: RunInbox<Definition>,
        makeInstance: @escaping (Activity) -> Instance,
        launch: @escaping (Instance) -> Task<Void, Never>
    ) {
        self.isLast = isLast
        self.inbox = inbox
        self.makeInstance = makeInstance
        self.launch = launch
    }

    /// Whether the run has ended and no task is left.
    var isDone: Bool { isOver && tasks.isEmpty }

    // MARK: Told by the machine

    /// Begins to hear of transitions.
    func join() { hasJoined = true }

    /// Retires and cancels the instances of activities that have been exited.
    @usableFromInline
    func exit(_ change: ActivityChange<Activity>) {
        change.exits.forEach { activity in
            if let instance = current.removeValue(forKey: activity) { retire(instance) }
        }
    }

    /// Whether the run is to end in a state.
    @inlinable
    func isToEnd(in state: Definition) -> Bool {
        guard let isLast, hasJoined, !isOver else { return false }
        return isLast(state)
    }

    /// Does what is to be done for a transition that has changed the activities.
    @usableFromInline
    func enter(_ change: ActivityChange<Activity>, in state: Definition) {
        enter(change.entered, in: state)
    }

    /// Makes instances of activities that have been entered, and ends the run if this state is to be the last.
    func enter(_ activities: [Activity], in state: Definition) {
        guard hasJoined, !isOver else { return }
        if isToEnd(in: state) { return finish(in: state) }
        guard !activities.isEmpty else { return }
        for activity in activities {
            let instance = makeInstance(activity)
            current[activity] = instance
            entered.append(instance)
        }
        inbox.signal { $0.hasMoved = true }
    }

    /// Retires everything: the run ends with this state.
    @usableFromInline
    func finish(in state: Definition) {
        guard !isOver else { return }
        last = state
        let instances = current.values
        current = [:]
        for instance in instances { retire(instance) }
        inbox.signal { $0.hasMoved = true }
    }

    /// Cancels what an instance does, and makes what it sends from now on stale.
    private func retire(_ instance: Instance) {
        instance.retire()
        tasks[ObjectIdentifier(instance)]?.cancel()
        if let index = entered.lastIndex(where: { $0 === instance }) { entered.remove(at: index) }
    }

    // MARK: Told by the run

    /// Forgets an instance whose work has ended, and starts the next one of the same activity, which has waited for that.
    func didEnd(_ instance: Instance) {
        guard tasks.removeValue(forKey: ObjectIdentifier(instance)) != nil else { return }
        guard working[instance.activity] === instance else { return }
        working[instance.activity] = nil
        if let next = current[instance.activity], next !== instance { start(next) }
    }

    /// Starts what has been entered and not exited since, but for activities whose last instance is still at work.
    func startEntered() {
        let instances = entered
        entered = []
        for instance in instances where working[instance.activity] == nil { start(instance) }
    }

    /// Lets the tasks have at least this priority.
    func escalate(to priority: TaskPriority) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        for task in tasks.values { task.escalatePriority(to: priority) }
    }

    private func start(_ instance: Instance) {
        working[instance.activity] = instance
        tasks[ObjectIdentifier(instance)] = launch(instance)
    }
}
#endif
