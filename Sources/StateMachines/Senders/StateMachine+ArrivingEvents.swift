#if !hasFeature(Embedded)
// The functions in this file drop the events of exited activities, whichever way the events arrive.

extension ActivityInstance {
    /// Handles an event that arrives by a direct call to the actor.
    ///
    /// - Returns: The outcome, or `nil` if the machine is busy and the event must go through the
    ///   mailbox.
    @inlinable
    func receive(
        _ event: Definition.Event,
        isolation: isolated SharedExecutorActor
    ) -> StateMachine<Definition>.Outcome? {
        // This code repeats `StateMachine.receive`, which would retain this instance.
        machine._withUnsafeGuaranteedRef { machine in
            if isStale { return machine.drop(event, because: .stale) }
            // The machine is busy if a hook has started an immediate task, or runs an event loop
            // that serves the actor.
            return machine.isBusy ? nil : machine.send(event)
        }
    }
}

extension StateMachine {
    /// Handles an event that arrives through the mailbox, or drops it if its instance has been
    /// exited.
    func receive(_ event: Event, from instance: ActivityInstance<Definition>?) -> Outcome {
        if let instance, instance.isStale { return drop(event, because: .stale) }
        return isBusy && !flags.contains(.stopped) ? enqueue(event, from: instance) : send(event)
    }

    /// Handles events that have waited, in order.
    func receive(_ events: [WaitingEvent<Definition>]) {
        for waiting in events { waiting.end(with: receive(waiting.event, from: waiting.instance)) }
    }

    /// Processes an enqueued event, or drops it if its instance has been exited or the machine has
    /// been stopped.
    @inlinable
    func processEnqueued(_ event: Event, from instance: ActivityInstance<Definition>?) {
        if instance?.isStale == true {
            _ = drop(event, because: .stale)
        } else if flags.contains(.stopped) {
            _ = drop(event, because: .stopped)
        } else {
            _ = process(event)
        }
    }

    /// Calls the `onDrop` hooks for events that were dropped while the hooks could not be called.
    func reportDrops() {
        for waiting in runtime?.mailbox?.takeUnreported() ?? [] {
            _ = drop(waiting.event, because: waiting.instance?.isStale == true ? .stale : .stopped)
        }
    }
}

extension WaitingEvent {
    /// Returns the outcome of an event that no delivery takes: dropped, or enqueued if the machine
    /// might still handle it.
    ///
    /// - Parameter reason: Why the mailbox is closed, or `nil` if it is open.
    func outcome(inMailboxClosedBecause reason: StateMachine<Definition>.DropReason?) -> Outcome {
        let reason = instance?.isStale == true ? .stale : reason
        return reason.map { .dropped($0) } ?? .enqueued
    }
}
#endif
