#if !hasFeature(Embedded)
/// What a machine with listeners or senders needs besides its state: hooks, the queue, the driver
/// and the mailbox.
///
/// A plain machine never allocates it. A machine that has one keeps it.
///
/// Like the machine's state, its properties go without the dynamic check for exclusive access:
/// while user code runs, the machine is busy, and what would change a list is put off.
@usableFromInline
final class MachineRuntime<Definition: StateDefinition> {
    @usableFromInline typealias Machine = StateMachine<Definition>

    // MARK: Hooks

    @exclusivity(unchecked) @usableFromInline var stateEntries = HookList<StateHook<Definition>>()
    @exclusivity(unchecked) @usableFromInline var stateExits = HookList<StateHook<Definition>>()
    @exclusivity(unchecked) @usableFromInline var activityEntries = HookList<Hook<Machine.Activity>>()
    @exclusivity(unchecked) @usableFromInline var activityExits = HookList<Hook<Machine.Activity>>()
    @exclusivity(unchecked) @usableFromInline var transitions = HookList<Hook<Machine.Transition>>()
    @exclusivity(unchecked) @usableFromInline var changes = HookList<Hook<(before: Definition, after: Definition)>>()
    @exclusivity(unchecked) @usableFromInline var rejections = HookList<Hook<InvalidTransition<Definition>>>()
    @exclusivity(unchecked) @usableFromInline var drops = HookList<
        Hook<(event: Machine.Event, reason: Machine.DropReason)>
    >()

    /// Hooks that were registered during a turn, each with the function that adds it to its list
    /// after the turn.
    var addedHooks: [(hook: RemovableHook, add: (Machine, MachineRuntime) -> Void)] = []

    /// The cancelled hooks that are still in their lists.
    var removedHooks: [RemovableHook] = []

    /// How many hooks were ever registered: the number of the latest one.
    var hookCount = 0

    /// Whether the lists or the listener flags have to be updated before the next turn.
    @exclusivity(unchecked) @usableFromInline var areListenersOutdated = false

    // MARK: Activities

    @exclusivity(unchecked) @usableFromInline var activities = ActivityComparison<Machine.Activity>()

    // MARK: The queue

    /// What is done when the present turn is over, first in, first out.
    @exclusivity(unchecked) @usableFromInline var requests = Queue<Request>()

    /// How many events have been enqueued since the last event from outside.
    @exclusivity(unchecked) @usableFromInline var chainLength = 0

    /// The latest events of a chain that is close to its limit.
    @exclusivity(unchecked) @usableFromInline var lastEvents: [Machine.Event] = []

    /// How long the present chain may become: as long as any other, unless the limit was lowered
    /// meanwhile.
    @exclusivity(unchecked) @usableFromInline var presentChainLimit = 10_000

    private(set) var chainLimit = 10_000
    var isReportingDrop = false

    // MARK: Run, senders and observers

    @exclusivity(unchecked) @usableFromInline var driver: Driver<Definition>?
    var mailbox: Mailbox<Definition>?

    /// The runs that have not returned: the first one uses the machine, and the others wait for it.
    ///
    /// Each but the last is cancelled.
    var runs: [RunInbox<Definition>] = []

    /// Notifies the observers of `canHandle` of the stop; made when it is first called.
    var stopSignal: ObservationSignal?

    /// What is done when the present turn is over.
    @usableFromInline
    enum Request {
        /// Process an event. It is stale if the instance that sent it is invalidated by then.
        case event(Machine.Event, from: ActivityInstance<Definition>?)
        /// Report an event that was dropped while `handleEvent` was running.
        case drop(Machine.Event, Machine.DropReason)
        /// Enter everything.
        case start
        /// Exit everything.
        case stop
        /// Begin to notify a driver.
        case join(Driver<Definition>)
        /// End a run, because its task was cancelled.
        case finish(Driver<Definition>)
    }

    init() {}

    /// A flag for each kind of listener that there is.
    var listenerFlags: MachineFlags {
        let hasDriver = driver?.hasJoined == true
        var flags: MachineFlags = []
        if !stateEntries.isEmpty { flags.insert(.stateEntryHooks) }
        if !stateExits.isEmpty { flags.insert(.stateExitHooks) }
        if !transitions.isEmpty { flags.insert(.transitionHooks) }
        if !changes.isEmpty { flags.insert(.changeHooks) }
        if !rejections.isEmpty { flags.insert(.rejectionHooks) }
        if hasDriver { flags.insert(.hasDriver) }
        let needsActivities = hasDriver || !activityEntries.isEmpty || !activityExits.isEmpty || !transitions.isEmpty
        if needsActivities, Machine.Activity.self != Never.self { flags.insert(.tracksActivities) }
        return flags
    }

    func setChainLimit(_ limit: Int) {
        chainLimit = limit
        presentChainLimit = chainLength == 0 ? limit : max(limit, min(presentChainLimit, chainLength + 8))
    }

    /// Begins to count anew, when the machine is idle.
    @usableFromInline
    func endChain() {
        chainLength = 0
        presentChainLimit = chainLimit
    }

    /// Removes a run that returns, and gives the next one its turn.
    func endRun(_ inbox: RunInbox<Definition>) {
        let wasFirst = runs.first === inbox
        runs.removeAll { $0 === inbox }
        if wasFirst { runs.first?.signal { $0.hasTurn = true } }
    }

    /// Takes the cancelled hooks out of their lists.
    func takeRemovedHooks() -> [RemovableHook] {
        var removed: [RemovableHook] = []
        swap(&removed, &removedHooks)
        for hook in removed {
            stateEntries.remove(hook)
            stateExits.remove(hook)
            activityEntries.remove(hook)
            activityExits.remove(hook)
            transitions.remove(hook)
            changes.remove(hook)
            rejections.remove(hook)
            drops.remove(hook)
        }
        return removed
    }
}

extension StateMachine {
    @usableFromInline
    typealias Runtime = MachineRuntime<Definition>

    /// The runtime, without retaining it: the machine keeps it for good.
    @inlinable
    var unretainedRuntime: Unmanaged<Runtime>? {
        runtime.map { Unmanaged.passUnretained($0) }
    }

    /// The runtime, made if there is none yet.
    @usableFromInline
    func makeRuntimeIfNeeded() -> Runtime {
        if let runtime { return runtime }
        let runtime = Runtime()
        self.runtime = runtime
        return runtime
    }
}
#endif
