#if !hasFeature(Embedded)
/// Drives one run of a machine: there is one task for each activity that the machine is in.
///
/// It is isolated like the machine. It cancels a task at once, within the transition that exits the
/// activity. The run starts new tasks, also for events from other tasks, so that they inherit from
/// the run's task.
///
/// What looks at activities is called while the machine is busy, since comparing them calls user
/// code.
@usableFromInline
final class Driver<Definition: StateDefinition> {
    @usableFromInline typealias Machine = StateMachine<Definition>
    @usableFromInline typealias Activity = Definition.Activity
    typealias Instance = ActivityInstance<Definition>
    typealias Work = @Sendable (_ activity: Activity, _ send: Machine.Sender) async -> Void

    @usableFromInline let shouldEnd: ((Definition) -> Bool)?
    private let work: Work

    /// The actor that the machine is isolated to during the run, and the mailbox of the machine.
    private let actor: any Actor
    private let mailbox: Mailbox<Definition>

    /// Signals the run.
    private let inbox: RunInbox<Definition>

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
    private var working = InstancesByActivity<Definition>()

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
        on actor: any Actor,
        by mailbox: Mailbox<Definition>,
        signalledBy inbox: RunInbox<Definition>,
        perform work: @escaping Work
    ) {
        self.shouldEnd = shouldEnd
        self.actor = actor
        self.mailbox = mailbox
        self.inbox = inbox
        self.work = work
    }

    // MARK: Called by the run

    /// Handles signals of the inbox until the run and all its tasks have ended.
    ///
    /// When the priority of the run's task is escalated, so is that of its tasks.
    func drive(_ machine: Machine, isolation: isolated (any Actor)?) async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return await handleSignals(machine, isolation: isolation)
        }
        let inbox = inbox
        await withTaskPriorityEscalationHandler {
            await handleSignals(machine, isolation: isolation)
        } onPriorityEscalated: { _, priority in
            inbox.signal { $0.priority = priority }
        }
    }

    private func handleSignals(_ machine: Machine, isolation: isolated (any Actor)?) async {
        handle(RunInbox.Batch(), machine)
        while !isOver || !tasks.isEmpty { handle(await inbox.next(isolation: isolation), machine) }
    }

    /// Handles a batch of signals.
    ///
    /// This runs in the task of the run, so that new tasks inherit from it.
    private func handle(_ batch: RunInbox<Definition>.Batch, _ machine: Machine) {
        if batch.isCancelled { machine.request(.finish(self)) }
        machine.whileNotifying {
            for instance in batch.ended { workDidEnd(of: instance) }
            startEntered()
            if let priority = batch.priority { escalate(to: priority) }
        }
        machine.drainQueue()
    }

    /// Removes an instance whose work has ended, and starts the current one of an equal activity,
    /// which has waited for that.
    private func workDidEnd(of instance: Instance) {
        guard tasks.removeValue(forKey: ObjectIdentifier(instance)) != nil else { return }
        guard instance.isEqualToItself, working[instance.activity] === instance else { return }
        _ = working.remove(instance.activity)
        if let next = current[instance.activity], next !== instance { start(next) }
    }

    /// Starts a task for each entered instance, except where an earlier one of an equal activity is
    /// still working.
    private func startEntered() {
        let instances = entered
        entered = []
        for instance in instances where !instance.isStale && working[instance.activity] == nil { start(instance) }
    }

    /// Starts the task of an instance, outside every actor.
    ///
    /// It is an unstructured task, since a task group cannot cancel one of its children. It is
    /// structured all the same: its handle is kept here, and the run does not return before it has
    /// ended.
    private func start(_ instance: Instance) {
        if instance.isEqualToItself { working.insert(instance) }
        let work = work
        tasks[ObjectIdentifier(instance)] = .likeChild {
            await work(instance.activity, Machine.Sender(instance: instance))
            instance.workDidEnd()
        }
    }

    /// Escalates the priority of all tasks.
    private func escalate(to priority: TaskPriority) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        for task in tasks.values { task.escalatePriority(to: priority) }
    }

    // MARK: Called by the machine between two turns

    /// Begins to be notified, or ends the run if the machine is stopped or the run is cancelled
    /// already.
    @usableFromInline
    func join(_ machine: Machine) {
        guard !isOver else { return }
        if machine.flags.contains(.stopped) || inbox.isCancelled {
            machine.enterAll()
            return finish(machine)
        }
        hasJoined = true
        if machine.flags.contains(.notStarted) { return machine.enterAll() }
        machine.whileNotifying {
            machine.updateListenerFlags()
            enter(machine.runtime?.activities.distinct ?? [], of: machine)
        }
    }

    /// Ends the run.
    @usableFromInline
    func finish(_ machine: Machine) {
        machine.whileNotifying { finish(in: machine.storage) }
    }

    // MARK: Called by the machine within a turn

    /// Invalidates the instances of exited activities, and cancels their tasks.
    @usableFromInline
    func exit(_ activities: borrowing ActivityComparison<Activity>) {
        activities.forEachExited { activity in
            if let instance = current.remove(activity) { invalidate(instance) }
        }
    }

    /// Whether the run is to end in a state: only this asks `isFinal`, and only without a condition
    /// of `run`'s own.
    @inlinable
    func ends(in state: Definition) -> Bool {
        guard hasJoined, !isOver else { return false }
        return shouldEnd?(state) ?? state.isFinal
    }

    /// Makes instances of entered activities, or ends the run.
    @usableFromInline
    func enter(_ activities: borrowing ActivityComparison<Activity>, of machine: Machine) {
        var entered: [Activity] = []
        activities.forEachEntered { entered.append($0) }
        enter(entered, of: machine)
    }

    /// Makes instances of entered activities, or ends the run.
    func enter(_ activities: [Activity], of machine: Machine) {
        guard hasJoined, !isOver else { return }
        if ends(in: machine.storage) { return finish(in: machine.storage) }
        guard !activities.isEmpty else { return }
        if entered.count > 2 * current.count { entered = entered.filter { !$0.isStale } }
        for activity in activities {
            let instance = Instance(of: activity, of: machine, on: actor, by: mailbox) { [inbox] instance in
                inbox.signal { $0.ended.append(instance) }
            }
            current.insert(instance)
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
}
#endif
