#if !hasFeature(Embedded)
extension StateMachine {
    /// Whether the machine has been started, and not been stopped.
    ///
    /// It is observed together with ``activities``, so a reader is notified of each handled event.
    public var isRunning: Bool {
        trackActivitiesRead()
        return isRunningUntracked
    }

    /// The same, without notifying the reader of changes.
    @inlinable
    var isRunningUntracked: Bool { flags.isDisjoint(with: .notRunning) }

    /// Enters the initial activities and the initial state.
    ///
    /// The first event does this too. Starting a machine twice does nothing. If the `deinit` of a
    /// cancelled hook calls this, the hooks that were registered before it are added first.
    public func start() {
        guard flags.contains(.notStarted), !flags.contains(.stopped) else { return }
        if isBusy { request(.start) } else { enterAll() }
    }

    /// Enters everything now.
    @usableFromInline
    func enterAll() {
        guard flags.contains(.notStarted), !flags.contains(.stopped) else { return }
        flags.remove(.notStarted)
        whileNotifying(.activitiesChanging) {
            if let runtime {
                updateListenerFlags()
                let activities = runtime.activities.distinct
                runtime.stateExits.forEach { $0.callIfExited(in: storage) }
                for activity in activities { runtime.activityEntries.forEach { $0.call(activity) } }
                runtime.stateEntries.forEach { $0.callIfEntered(in: storage) }
                runtime.driver?.enter(activities, of: self)
            }
            notifyActivityObservers()
        }
        drainQueue()
    }

    /// Exits the state and all activities, innermost first.
    ///
    /// Stopping is final: later events are dropped, and the machine cannot be started again.
    ///
    /// If a hook calls this, the events that were enqueued before are handled first. The state
    /// stays readable, and a `run` in progress ends. A machine that is released without having been
    /// stopped calls no exit hooks.
    public func stop() {
        guard !flags.contains(.stopped) else { return }
        if isBusy { request(.stop) } else { exitAll() }
    }

    /// Exits everything now.
    @usableFromInline
    func exitAll() {
        guard !flags.contains(.stopped) else { return }
        let wasRunning = isRunningUntracked
        flags.insert(.stopped)
        whileNotifying(.activitiesChanging) {
            if let runtime {
                let exited = runtime.activities.distinct.reversed()
                runtime.driver?.finish(in: storage)
                if wasRunning {
                    runtime.stateExits.forEachReversed { $0.callOnStop() }
                    for activity in exited { runtime.activityExits.forEach { $0.call(activity) } }
                }
                updateListenerFlags()
            }
            notifyActivityObservers()
            notifyStopObservers()
        }
        receive(runtime?.mailbox?.close(because: .stopped) ?? [])
        drainQueue()
    }

    /// How many events may be enqueued by hooks for one event from outside; 10,000 by default.
    ///
    /// Hooks that keep sending events to their own machine would never let it come to rest. The
    /// event that exceeds the limit, and each one after it, is dropped with
    /// ``DropReason/chainTooLong(lastEvents:)``. The machine stays in the state that it is in.
    ///
    /// If you lower the limit while a chain is in progress, the machine handles eight more events
    /// of the chain, so that the reason can name them. A negative limit is a precondition failure.
    public var chainLimit: Int {
        get { runtime?.chainLimit ?? 10_000 }
        set {
            precondition(newValue >= 0, "chainLimit is \(newValue); it must be 0 or more")
            makeRuntimeIfNeeded().setChainLimit(newValue)
        }
    }
}
#endif
