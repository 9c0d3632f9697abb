#if !hasFeature(Embedded)
extension StateMachine {
    /// Whether the machine has been started and has not been stopped.
    ///
    /// Code that observes this property is notified along with code that observes ``activities``:
    /// when the machine starts, after each handled event, and when the machine stops.
    public var isRunning: Bool {
        trackActivitiesRead()
        return isRunningUntracked
    }

    /// Whether the machine is running, without registering the read with an observation.
    @inlinable
    var isRunningUntracked: Bool { flags.isDisjoint(with: .notRunning) }

    /// Starts the machine, which enters its initial activities and its initial state.
    ///
    /// You don't have to call this method, because the first event also starts the machine.
    /// Starting a machine twice has no effect.
    public func start() {
        guard flags.contains(.notStarted), !flags.contains(.stopped) else { return }
        // The machine is busy if the `deinit` of a value that a cancelled hook captured calls this
        // method. It then adds the hooks that were registered earlier before it starts.
        if isBusy { request(.start) } else { enterAll() }
    }

    /// Starts the machine now.
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
                runtime.driver?.begin(with: activities, of: self)
            }
            notifyActivityObservers()
            #if DEBUG
            warnIfActivitiesAreNeglected()
            #endif
        }
        drainQueue()
    }

    /// Stops the machine, which exits its state and all activities, innermost first.
    ///
    /// A machine can't be started again. It drops later events, its `run` ends, and you can still
    /// read its state. If a hook calls this method, the machine first handles the events that are
    /// already enqueued.
    ///
    /// A machine that is released without being stopped does not call its exit hooks.
    public func stop() {
        guard !flags.contains(.stopped) else { return }
        if isBusy { request(.stop) } else { exitAll() }
    }

    /// Stops the machine now.
    @usableFromInline
    func exitAll() {
        guard !flags.contains(.stopped) else { return }
        let wasRunning = isRunningUntracked
        flags.insert(.stopped)
        // If a hook sends an event to the stopped machine, the waiting events are reported first.
        runtime?.mailbox?.close()
        whileNotifying(.activitiesChanging) {
            if let runtime {
                let exited = runtime.activities.distinct.reversed()
                runtime.driver?.finish(in: storage)
                if wasRunning {
                    runtime.stateExits.forEachReversed { $0.callOnStop() }
                    for activity in exited { runtime.activityExits.forEach { $0.call(activity) } }
                }
                runtime.stateEntries.forEach { $0.onStop?() }
                updateListenerFlags()
            }
            notifyActivityObservers()
            notifyStopObservers()
        }
        receive(runtime?.mailbox?.takeAll(closingBecause: .stopped) ?? [])
        drainQueue()
    }

    /// How many events hooks may enqueue in response to one outside event; 10,000 by default.
    ///
    /// Hooks that answer every event with another would keep the machine busy forever. Beyond the
    /// limit, the machine therefore drops every further event of the chain, with the reason
    /// ``DropReason/chainTooLong(lastEvents:)``, and stays in the state that it has reached.
    ///
    /// That reason lists up to eight of the chain's last events. If you lower the limit during a
    /// chain, the machine accepts up to eight further events before it drops one. A negative limit
    /// is a precondition failure.
    public var chainLimit: Int {
        get { runtime?.chainLimit ?? 10_000 }
        set {
            precondition(newValue >= 0, "chainLimit must be 0 or more, but it is \(newValue)")
            makeRuntimeIfNeeded().setChainLimit(newValue)
        }
    }
}
#endif
