#if !hasFeature(Embedded)
extension StateMachine {
    /// Whether the machine has been started and has not been stopped.
    ///
    /// Observers of this property are notified together with observers of ``activities``: when the
    /// machine starts, after each handled event, and when the machine stops.
    public var isRunning: Bool {
        trackActivitiesRead()
        return isRunningUntracked
    }

    /// Whether the machine is running, without registering the read with an observation.
    @inlinable
    var isRunningUntracked: Bool { flags.isDisjoint(with: .notRunning) }

    /// Starts the machine, which enters its current state and that state's activities.
    ///
    /// You don't have to call this method: the first event or `run` starts the machine anyway.
    /// Starting a machine twice has no effect.
    public func start() {
        guard flags.contains(.notStarted), !flags.contains(.stopped) else { return }
        // A value that a cancelled hook captured may call this method in its `deinit`. The machine
        // is then busy, and before it starts, it adds the hooks that were registered earlier.
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
    /// A stopped machine can't be started again. Its `run` ends, and it drops later events, but you
    /// can still read its state. If a hook calls this method, the machine first handles the events
    /// that are already enqueued.
    ///
    /// If a machine is released without being stopped, it doesn't call its exit hooks.
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
        // This reports the waiting events before any that a hook sends to the stopped machine.
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
    /// If a hook answered every event with another one, the machine would stay busy forever. So
    /// once a chain reaches the limit, the machine drops all its further events, with the reason
    /// ``DropReason/chainTooLong(lastEvents:)``, and stays in the state it has reached.
    ///
    /// That reason lists up to eight of the chain's last events. If you lower the limit during a
    /// chain, the machine still accepts up to eight events before it drops one. Setting a negative
    /// limit traps.
    public var chainLimit: Int {
        get { runtime?.chainLimit ?? 10_000 }
        set {
            precondition(newValue >= 0, "chainLimit must be 0 or more, but it is \(newValue)")
            makeRuntimeIfNeeded().setChainLimit(newValue)
        }
    }
}
#endif
