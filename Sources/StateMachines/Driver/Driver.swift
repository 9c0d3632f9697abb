#if !hasFeature(Embedded)
/// Starts and cancels the tasks of one run, so that there is one for each activity that the machine is in.
///
/// It is isolated like the machine. It cancels a task at once, within the transition that exits the activity. The run starts new
/// tasks, also for events from other tasks, so that they inherit from the run's task.
///
/// All of it is called while the machine is busy, since comparing activities calls user code.
@usableFromInline
final class Driver<Definition: StateDefinition> {
    @usableFromInline typealias Activity = Definition.Activity
    typealias Instance = ActivityInstance<Definition>

    /// Signals the run.
    let inbox: RunInbox<Definition>

    @usableFromInline let shouldEnd: ((Definition) -> Bool)?
    private let makeInstance: (Activity) -> Instance
    /// Makes the task of an instance: `StateMachine.run` hands it over, since a task inherits from the run's own.
    private let launch: (Instance) -> Task<Void, Never>

    /// Whether the machine notifies this driver.
    ///
    /// It joins at the end of the turn in which the run began.
    @usableFromInline private(set) var hasJoined = false

    private var current = CurrentInstances<Definition>()

    /// The tasks that have not ended, of current and of exited instances.
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

    /// For each activity, the instance whose task has not ended.
    ///
    /// A later instance of an equal activity waits for it.
    private var working: [Activity: Instance] = [:]

    /// The current instances that have not been started, in order of entry.
    ///
    /// Instances that were exited before their start are here too. They are removed when there are
    /// more of them than current ones, so that no exit has to search.
    private var entered: [Instance] = []

    /// The state in which the run ended; `nil` during the run.
    @exclusivity(unchecked) @usableFromInline private(set) var finalState: Definition?

    /// Whether the run has ended.
    ///
    /// Some tasks may not have ended yet.
    @inlinable var isOver: Bool { finalState != nil }

    init(
        until shouldEnd: ((Definition) -> Bool)?,
        signalling inbox: RunInbox<Definition>,
        makeInstance: @escaping (Activity) -> Instance,
        launch: @escaping (Instance) -> Task<Void, Never>
    ) {
        self.shouldEnd = shouldEnd
        self.inbox = inbox
        self.makeInstance = makeInstance
        self.launch = launch
    }

    /// Whether the run and all its tasks have ended.
    var isDone: Bool { isOver && tasks.isEmpty }

    // MARK: Called by the machine

    /// Begins to be notified of transitions.
    func join() { hasJoined = true }

    /// Invalidates the instances of exited activities, and cancels their tasks.
    @usableFromInline
    func exit(_ activities: borrowing ActivityTracker<Activity>) {
        activities.forEachExited { activity in
            if let instance = current.remove(activity) { invalidate(instance) }
        }
    }

    /// Whether the run is to end in a state: only this asks `isFinal`, and only without a condition of `run`'s own.
    @inlinable
    func ends(in state: Definition) -> Bool {
        guard hasJoined, !isOver else { return false }
        return shouldEnd?(state) ?? state.isFinal
    }

    /// Makes instances of entered activities, or ends the run.
    @usableFromInline
    func enter(_ activities: borrowing ActivityTracker<Activity>, in state: Definition) {
        var entered: [Activity] = []
        activities.forEachEntered { entered.append($0) }
        enter(entered, in: state)
    }

    /// Makes instances of entered activities, or ends the run.
    func enter(_ activities: [Activity], in state: Definition) {
        guard hasJoined, !isOver else { return }
        if ends(in: state) { return finish(in: state) }
        guard !activities.isEmpty else { return }
        if entered.count > 2 * current.count { entered = entered.filter { !$0.isStale } }
        for activity in activities {
            let instance = makeInstance(activity)
            if let replaced = current.insert(instance) { invalidate(replaced) }
            entered.append(instance)
        }
        inbox.signal { $0.hasWork = true }
    }

    /// Ends the run: invalidates all instances.
    @usableFromInline
    func finish(in state: Definition) {
        guard !isOver else { return }
        finalState = state
        entered = []
        for instance in current.removeAll() { invalidate(instance) }
        inbox.signal { $0.hasWork = true }
    }

    /// Cancels the task of an instance, and makes what it sends from now on stale.
    private func invalidate(_ instance: Instance) {
        instance.invalidate()
        tasks[ObjectIdentifier(instance)]?.cancel()
    }

    // MARK: Called by the run

    /// Removes an instance whose work has ended, and starts the current one of an equal activity, which has waited for that.
    func workDidEnd(of instance: Instance) {
        guard tasks.removeValue(forKey: ObjectIdentifier(instance)) != nil else { return }
        guard instance.isEqualToItself, working[instance.activity] === instance else { return }
        working[instance.activity] = nil
        if let next = current[instance.activity], next !== instance { start(next) }
    }

    /// Starts a task for each entered instance, except where an earlier one of an equal activity is still working.
    func startEntered() {
        let instances = entered
        entered = []
        for instance in instances where !instance.isStale && working[instance.activity] == nil { start(instance) }
    }

    /// Escalates the priority of all tasks.
    func escalate(to priority: TaskPriority) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        for task in tasks.values { task.escalatePriority(to: priority) }
    }

    private func start(_ instance: Instance) {
        if instance.isEqualToItself { working[instance.activity] = instance }
        tasks[ObjectIdentifier(instance)] = launch(instance)
    }
}
#endif
