#if !hasFeature(Embedded)
/// Parts of a machine that only listeners and senders need: hooks, the queue, the driver, and the
/// mailbox.
///
/// A machine allocates a runtime when it gets its first listener or sender, and then keeps it.
///
/// Like the machine's state, these properties are exempt from the dynamic exclusivity check. While
/// user code runs, the machine is busy and defers all changes to its lists.
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

    /// Hooks that were registered during a turn.
    ///
    /// Each comes with a function that adds the hook to its list after the turn.
    var addedHooks: [(hook: RemovableHook, add: (Machine, MachineRuntime) -> Void)] = []

    /// Cancelled hooks that are still in their lists.
    var removedHooks: [RemovableHook] = []

    /// Whether the lists or the listener flags have to be updated before the next turn.
    @exclusivity(unchecked) @usableFromInline var areListenersOutdated = false

    // MARK: Activities

    @exclusivity(unchecked) @usableFromInline var activities = ActivityComparison<Machine.Activity>()

    // MARK: The queue

    /// Requests that the machine performs, in order, when the current turn is over.
    @exclusivity(unchecked) @usableFromInline var requests = Queue<Request>()

    /// How many events were enqueued since the last outside event.
    @exclusivity(unchecked) @usableFromInline var chainLength = 0

    /// The latest events of a chain that is close to its limit.
    @exclusivity(unchecked) @usableFromInline var lastEvents: [Machine.Event] = []

    /// How long the current chain can get.
    ///
    /// This differs from ``chainLimit`` if the limit was lowered during the chain.
    @exclusivity(unchecked) @usableFromInline var presentChainLimit = 10_000

    private(set) var chainLimit = 10_000
    var isReportingDrop = false

    // MARK: Run, senders and observers

    @exclusivity(unchecked) @usableFromInline var driver: Driver<Definition>?
    var mailbox: Mailbox<Definition>?

    #if DEBUG
    /// Whether anything handles the activities that were current when the machine started.
    var attention: ActivityAttention?
    #endif

    /// Instances of all runs whose work has not ended.
    ///
    /// A later instance of an equal activity waits until the earlier instance's work has ended.
    var unfinished = InstancesByActivity<Definition>()

    /// The run whose turn it is.
    private var presentRun: RunInbox<Definition>?

    /// Runs that wait for their turn, and some that were cancelled while they waited.
    private var waitingRuns = Queue<RunInbox<Definition>>()

    /// How many of the ``waitingRuns`` are cancelled.
    ///
    /// Their inboxes are closed. The runs are removed together, because there may be many of them.
    private var cancelledRunCount = 0

    /// A signal that notifies the observers of `canHandle` when the machine stops; created by the
    /// first call of `canHandle`.
    var stopSignal: ObservationSignal?

    /// A request that the machine performs when the current turn is over.
    @usableFromInline
    enum Request {
        /// Process an event. The event is stale if its instance is invalidated before the machine
        /// processes it.
        case event(Machine.Event, from: ActivityInstance<Definition>?)
        /// Report an event that was dropped while `handleEvent` was running.
        case drop(Machine.Event, Machine.DropReason)
        /// Start the machine.
        case start
        /// Stop the machine.
        case stop
        /// Add the driver of a run to the listeners.
        case join(Driver<Definition>)
        /// End a run whose task was cancelled.
        case finish(Driver<Definition>)
    }

    init() {}

    /// Flags of the listeners that the machine has.
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

    /// Resets the length of the chain when the machine is idle.
    @usableFromInline
    func endChain() {
        chainLength = 0
        presentChainLimit = chainLimit
    }

    /// Gives a new run its turn, unless it has to wait for another run.
    ///
    /// - Returns: Whether it is the turn of the new run.
    func takeTurn(_ run: RunInbox<Definition>) -> Bool {
        if presentRun == nil { presentRun = run } else { waitingRuns.append(run) }
        return presentRun === run
    }

    /// Ends a run's turn, if the run has it, and gives the turn to the next run.
    func endTurn(of run: RunInbox<Definition>) {
        guard presentRun === run else { return }
        presentRun = nil
        while presentRun == nil, let next = waitingRuns.popFirst() {
            if next.isClosed { cancelledRunCount -= 1 } else { presentRun = next }
        }
        presentRun?.signal { $0.hasTurn = true }
    }

    /// Forgets a run that was cancelled while it waited.
    ///
    /// - Complexity: O(1), amortized.
    func forget(_ run: RunInbox<Definition>) {
        run.close()
        guard presentRun !== run else { return endTurn(of: run) }
        cancelledRunCount += 1
        guard cancelledRunCount * 2 > waitingRuns.count else { return }
        for waiting in waitingRuns.popFirst(.max) where !waiting.isClosed { waitingRuns.append(waiting) }
        cancelledRunCount = 0
    }

    /// Removes the cancelled hooks from their lists and returns them.
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

    /// An unretained reference to the runtime.
    ///
    /// It's safe, because the machine never releases its runtime.
    @inlinable
    var unretainedRuntime: Unmanaged<Runtime>? {
        runtime.map { Unmanaged.passUnretained($0) }
    }

    /// Returns the runtime and creates it first if necessary.
    @usableFromInline
    func makeRuntimeIfNeeded() -> Runtime {
        if let runtime { return runtime }
        let runtime = Runtime()
        self.runtime = runtime
        return runtime
    }
}
#endif
