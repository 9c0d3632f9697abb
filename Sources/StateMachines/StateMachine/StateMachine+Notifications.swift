#if !hasFeature(Embedded)
// This file defines the order in which a machine notifies its listeners of an event. Long and
// rarely used functions aren't inlined. If there are no listeners of a kind, the only cost is
// testing a flag.
extension StateMachine {
    /// Notifies all listeners of a handled event, in an order that follows UML.
    ///
    /// Exits come before entries, exits run innermost first, and entries run outermost first:
    /// 1. The driver cancels the tasks of exited activities.
    /// 2. State exit hooks run, in reverse order of registration.
    /// 3. Activity exit hooks run.
    /// 4. Activity entry hooks run.
    /// 5. State entry hooks run, in order of registration.
    /// 6. The driver creates instances of the entered activities, or ends the run.
    /// 7. `onTransition` hooks run, then `onChange` hooks.
    /// 8. Observers are notified.
    ///
    /// Then the machine drains the queue. `StateMachine+Lifecycle` defines the order at the start
    /// and at the stop.
    ///
    /// - Parameter old: The state before the event, if there are `onChange` hooks. It is destroyed
    ///   after these hooks have run.
    @inlinable
    @inline(__always)
    func notifyHandled(_ event: Event, _ output: Output, from old: inout Definition?) {
        flags.formSymmetricDifference(.handlingEvent.union(.notifyingTransition))
        if let runtime = unretainedRuntime {
            if flags.contains(.tracksActivities),
                runtime._withUnsafeGuaranteedRef({ $0.activities.update(for: storage) })
            {
                runtime._withUnsafeGuaranteedRef { notifyHooks($0, ofNewActivitiesAfter: event, output) }
            } else {
                if flags.contains(.stateExitHooks) { runtime._withUnsafeGuaranteedRef { notifyStateExits($0) } }
                if flags.contains(.stateEntryHooks) { runtime._withUnsafeGuaranteedRef { notifyStateEntries($0) } }
                if flags.contains(.hasDriver) { runtime._withUnsafeGuaranteedRef { notifyDriver($0) } }
                if flags.contains(.transitionHooks) {
                    runtime._withUnsafeGuaranteedRef { notifyTransition($0, event, output) }
                }
            }
            if let before = old.take() { runtime._withUnsafeGuaranteedRef { notifyChange($0, from: before) } }
        }
        notifyObserversIfTracked()
        flags.remove(.notifyingTransition)
        if flags.contains(.hasRequests) { drainQueue() }
    }

    /// Performs steps 1 to 7 of `notifyHandled` for an event that has changed the activities.
    @inlinable
    @inline(never)
    func notifyHooks(_ runtime: Runtime, ofNewActivitiesAfter event: Event, _ output: Output) {
        defer { runtime.activities.previous.removeAll() }
        if flags.contains(.hasDriver) { runtime.driver?.exit(runtime.activities) }
        if flags.contains(.stateExitHooks) { notifyStateExits(runtime) }
        notifyActivityExits(runtime)
        notifyActivityEntries(runtime)
        if flags.contains(.stateEntryHooks) { notifyStateEntries(runtime) }
        if flags.contains(.hasDriver) { runtime.driver?.enter(runtime.activities, of: self) }
        if flags.contains(.transitionHooks) { notifyTransitionOfActivities(runtime, event, output) }
    }

    @inlinable
    func notifyActivityExits(_ runtime: Runtime) {
        let hooks = runtime.activityExits.indices
        guard !hooks.isEmpty else { return }
        runtime.activities.forEachExited { activity in
            for index in hooks { runtime.activityExits[index]._withUnsafeGuaranteedRef { $0.call(activity) } }
        }
    }

    @inlinable
    func notifyActivityEntries(_ runtime: Runtime) {
        let hooks = runtime.activityEntries.indices
        guard !hooks.isEmpty else { return }
        runtime.activities.forEachEntered { activity in
            for index in hooks { runtime.activityEntries[index]._withUnsafeGuaranteedRef { $0.call(activity) } }
        }
    }

    /// Notifies the driver of an event that has not changed the activities.
    ///
    /// The run may still end in the new state.
    @inlinable
    @inline(never)
    func notifyDriver(_ runtime: Runtime) {
        guard let driver = runtime.driver.map({ Unmanaged.passUnretained($0) }) else { return }
        if driver._withUnsafeGuaranteedRef({ $0.ends(in: storage) }) { runtime.driver?.finish(in: storage) }
    }

    @inlinable
    @inline(never)
    func notifyStateExits(_ runtime: Runtime) {
        for index in runtime.stateExits.indices.reversed() {
            runtime.stateExits[index]._withUnsafeGuaranteedRef { $0.callIfExited(in: storage) }
        }
    }

    @inlinable
    @inline(never)
    func notifyStateEntries(_ runtime: Runtime) {
        for index in runtime.stateEntries.indices {
            runtime.stateEntries[index]._withUnsafeGuaranteedRef { $0.callIfEntered(in: storage) }
        }
    }

    @inlinable
    @inline(never)
    func notifyTransition(_ runtime: Runtime, _ event: Event, _ output: Output) {
        notifyTransition(runtime, event, output, ActivityChange())
    }

    @inlinable
    @inline(never)
    func notifyTransitionOfActivities(_ runtime: Runtime, _ event: Event, _ output: Output) {
        notifyTransition(runtime, event, output, ActivityChange(runtime.activities))
    }

    @inlinable
    @inline(__always)
    func notifyTransition(
        _ runtime: Runtime,
        _ event: Event,
        _ output: Output,
        _ change: ActivityChange<Activity>
    ) {
        let transition = Transition(event: event, output: output, change: change)
        for index in runtime.transitions.indices {
            runtime.transitions[index]._withUnsafeGuaranteedRef { $0.call(transition) }
        }
    }

    @inlinable
    @inline(never)
    func notifyChange(_ runtime: Runtime, from before: consuming Definition) {
        let change = (before: before, after: storage)
        for index in runtime.changes.indices {
            runtime.changes[index]._withUnsafeGuaranteedRef { $0.call(change) }
        }
    }

    /// Calls the `onRejection` hooks for a rejected event.
    @inlinable
    @inline(never)
    func notifyRejected(_ event: Event, because reason: Definition.Rejection) -> Outcome {
        flags.remove(.handlingEvent)
        let rejection = InvalidTransition(state: storage, event: event, reason: reason)
        if flags.contains(.rejectionHooks), let runtime = unretainedRuntime {
            flags.insert(.notifying)
            runtime._withUnsafeGuaranteedRef { runtime in
                for index in runtime.rejections.indices {
                    runtime.rejections[index]._withUnsafeGuaranteedRef { $0.call(rejection) }
                }
            }
            flags.remove(.notifying)
        }
        if flags.contains(.hasRequests) { drainQueue() }
        return .rejected(rejection)
    }
}
#endif
