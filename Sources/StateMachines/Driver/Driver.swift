#if !hasFeature(Embedded)
import Synchronization

/// An object that starts and cancels the tasks of one run, with one task for each current activity.
///
/// A driver has the machine's isolation. It cancels a task immediately, within the transition that
/// exits the activity. New tasks are started by the run itself, even if another task sent the
/// event, so that they inherit from the run's task.
///
/// Comparing activities calls user code, so the machine is busy whenever the driver compares them.
@usableFromInline
final class Driver<Definition: StateDefinition> {
    @usableFromInline typealias Machine = StateMachine<Definition>
    @usableFromInline typealias Activity = Definition.Activity
    typealias Instance = ActivityInstance<Definition>
    typealias Work = @Sendable (_ activity: Activity, _ send: Machine.Sender) async -> Void

    @usableFromInline let shouldEnd: ((Definition) -> Bool)?
    private let work: Work

    /// The actor that the machine is isolated to during the run, and the machine's mailbox and
    /// runtime.
    private let actor: any Actor
    private let mailbox: Mailbox<Definition>
    private let runtime: MachineRuntime<Definition>

    /// An inbox through which the driver signals the run.
    private let inbox: RunInbox<Definition>

    /// Whether the machine notifies this driver, which joins when the turn that began the run is
    /// over.
    @usableFromInline private(set) var hasJoined = false

    /// Whether events have waited for the run.
    ///
    /// They arrived before the run, so the machine handles them first, and the run does not end in
    /// the state in which it finds the machine.
    private var hasMail: Bool

    private var current = CurrentInstances<Definition>()

    /// Instances that the machine has entered and not yet exited.
    var currentInstances: [Instance] { current.instances }

    /// Tasks of current and exited instances that have not ended.
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

    /// Current instances whose tasks have not been started, in order of entry.
    ///
    /// Some of these instances may have been exited before their start. The driver removes them
    /// when they outnumber the current instances, so that an exit does not search the list.
    private var entered: [Instance] = []

    /// The state in which the run ended; `nil` during the run.
    @exclusivity(unchecked) @usableFromInline private(set) var finalState: Definition?

    /// Whether the run has ended, although some of its tasks may still be ending.
    @inlinable var isOver: Bool { finalState != nil }

    init(
        until shouldEnd: ((Definition) -> Bool)?,
        on actor: any Actor,
        by mailbox: Mailbox<Definition>,
        in runtime: MachineRuntime<Definition>,
        hasMail: Bool,
        signalledBy inbox: RunInbox<Definition>,
        perform work: @escaping Work
    ) {
        self.hasMail = hasMail
        self.shouldEnd = shouldEnd
        self.actor = actor
        self.mailbox = mailbox
        self.runtime = runtime
        self.inbox = inbox
        self.work = work
    }

    // MARK: Called by the run

    /// Handles the inbox's signals until the run and all its tasks have ended.
    ///
    /// When this run is over, the next one begins, even if some tasks are still ending.
    ///
    /// If the run's task is escalated to a higher priority, the driver also escalates the activity
    /// tasks.
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
        if hasMail { handleMail(machine) }
        handle(RunInbox.Batch(), machine)
        while !isOver || !tasks.isEmpty {
            if isOver { runtime.endTurn(of: inbox) }
            handle(await inbox.next(isolation: isolation), machine)
        }
    }

    /// Handles the events that have waited for the run, unless one of them ends it.
    private func handleMail(_ machine: Machine) {
        for _ in 0..<mailbox.waitingCount {
            guard !isOver, let delivery = mailbox.delivery, let waiting = mailbox.takeFirst(at: delivery) else { break }
            waiting.end(with: machine.receive(waiting.event, from: waiting.instance))
        }
        hasMail = false
        machine.whileNotifying { if ends(in: machine.storage) { finish(in: machine.storage) } }
        machine.drainQueue()
        if !isOver { mailbox.scheduleDrain() }
    }

    /// Handles a batch of signals.
    ///
    /// This method runs in the run's task, so that new tasks inherit from it.
    private func handle(_ batch: RunInbox<Definition>.Batch, _ machine: Machine) {
        if batch.isCancelled { machine.request(.finish(self)) }
        machine.whileNotifying {
            for instance in batch.ended { workDidEnd(of: instance) }
            startEntered()
            if let priority = batch.priority { escalate(to: priority) }
        }
        machine.drainQueue()
    }

    /// Removes an instance whose work has ended, and starts any equal activity's instance that has
    /// waited for its end.
    ///
    /// If the waiting instance belongs to a later run, the earlier run's driver removes the
    /// instance and signals its end to the later run's driver.
    private func workDidEnd(of instance: Instance) {
        let isOwn = tasks.removeValue(forKey: ObjectIdentifier(instance)) != nil
        guard instance.isEqualToItself else { return }
        if isOwn {
            guard runtime.unfinished[instance.activity] === instance else { return }
            _ = runtime.unfinished.remove(instance.activity)
            if let later = runtime.driver, later !== self { later.inbox.signal { $0.ended.append(instance) } }
        }
        if let next = current[instance.activity], runtime.unfinished[instance.activity] == nil { start(next) }
    }

    /// Starts a task for each entered instance, unless an earlier instance of an equal activity is
    /// still working.
    private func startEntered() {
        let instances = entered
        entered = []
        for instance in instances where !instance.isStale {
            guard let earlier = runtime.unfinished[instance.activity] else {
                start(instance)
                continue
            }
            #if DEBUG
            if earlier !== instance { instance.warnIfBlocked(by: earlier) }
            #endif
        }
    }

    /// Starts a task for an instance; the task is not isolated to an actor.
    ///
    /// A task group cannot cancel one of its children, so the task is unstructured. It still
    /// behaves like a structured task: the driver keeps its handle, and the run does not return
    /// before it has ended.
    ///
    /// An instance that was started before is left alone. Only a contradictory `==` of the activity
    /// makes the driver look for an instance twice.
    private func start(_ instance: Instance) {
        guard !instance.wasStarted.exchange(true, ordering: .relaxed) else { return }
        if instance.isEqualToItself { runtime.unfinished.insert(instance) }
        let work = work
        tasks[ObjectIdentifier(instance)] = .likeChild {
            if CurrentWork.isObserved.load(ordering: .relaxed) {
                await CurrentWork.$value.withValue(instance) {
                    await work(instance.activity, Machine.Sender(instance: instance))
                }
            } else {
                await work(instance.activity, Machine.Sender(instance: instance))
            }
            instance.workDidEnd()
        }
    }

    /// Escalates the priority of all tasks.
    private func escalate(to priority: TaskPriority) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        for task in tasks.values { task.escalatePriority(to: priority) }
    }

    // MARK: Called by the machine between two turns

    /// Adds this driver to the listeners, or ends the run if the machine is already stopped or the
    /// run is already cancelled.
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
            begin(with: machine.runtime?.activities.distinct ?? [], of: machine)
        }
    }

    /// Ends the run.
    @usableFromInline
    func finish(_ machine: Machine) {
        machine.whileNotifying { finish(in: machine.storage) }
    }

    // MARK: Called by the machine within a turn

    /// Invalidates the instances of exited activities and cancels their tasks.
    @usableFromInline
    func exit(_ activities: borrowing ActivityComparison<Activity>) {
        activities.forEachExited { activity in
            if let instance = current.remove(activity) { invalidate(instance) }
            // If equal activities have different hash values, two of them can be current after a
            // change of a long list. An exit of one of them in a short list is the exit of both.
            while let other = current[activity], !activities.current.contains(other.activity),
                let instance = current.remove(other.activity)
            {
                invalidate(instance)
            }
        }
    }

    /// Returns whether the run ends in the given state.
    ///
    /// Only this method reads `isFinal`, and only if `run` was called without a condition.
    @inlinable
    func ends(in state: Definition) -> Bool {
        guard hasJoined, !isOver else { return false }
        return shouldEnd?(state) ?? state.isFinal
    }

    /// Creates instances of the entered activities.
    ///
    /// If the machine has reached a state in which the run ends, this method ends the run instead.
    @usableFromInline
    func enter(_ activities: borrowing ActivityComparison<Activity>, of machine: Machine) {
        guard hasJoined, !isOver else { return }
        if ends(in: machine.storage) { return finish(in: machine.storage) }
        var entered: [Activity] = []
        activities.forEachEntered { entered.append($0) }
        makeInstances(of: entered, in: machine)
    }

    /// Creates instances of the activities that are current when the run begins, or ends the run.
    func begin(with activities: [Activity], of machine: Machine) {
        guard hasJoined, !isOver else { return }
        if !hasMail, ends(in: machine.storage) { return finish(in: machine.storage) }
        makeInstances(of: activities, in: machine)
    }

    private func makeInstances(of activities: [Activity], in machine: Machine) {
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

    /// Ends the run and invalidates all instances.
    @usableFromInline
    func finish(in state: Definition) {
        guard !isOver else { return }
        finalState = state
        entered = []
        for instance in current.removeAll() { invalidate(instance) }
        inbox.signal { $0.hasWork = true }
    }

    /// Invalidates an instance and cancels its task; its later events are stale.
    private func invalidate(_ instance: Instance) {
        instance.invalidate()
        tasks[ObjectIdentifier(instance)]?.cancel()
    }
}
#endif
