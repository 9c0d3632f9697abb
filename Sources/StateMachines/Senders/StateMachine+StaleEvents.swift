#if !hasFeature(Embedded)
public import Synchronization

// The functions in this file drop the events of exited activities, whichever way the events arrive.

extension ActivityInstance {
    /// Handles an event that arrives by a direct call to the actor, unless posted events must come
    /// first.
    ///
    /// - Returns: The outcome, or `nil` if the event must go through the mailbox.
    @inlinable
    func receive(
        _ event: Definition.Event,
        isolation: isolated SharedExecutorActor
    ) -> StateMachine<Definition>.Outcome? {
        guard !mailbox.hasPosted.load(ordering: .acquiring) else { return nil }
        // This code repeats `StateMachine.receive`, which would retain this instance.
        return machine._withUnsafeGuaranteedRef { machine in
            if isStale { return machine.drop(event, because: .stale) }
            // The machine is busy if a hook runs an event loop that serves the actor.
            return machine.isBusy ? machine.enqueue(event, from: self) : machine.send(event)
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

    /// Handles posted events in order.
    func receive(_ events: [PostedEvent<Definition>]) {
        for posted in events { _ = receive(posted.event, from: posted.instance) }
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
        for posted in runtime?.mailbox?.takeUnreported() ?? [] {
            _ = drop(posted.event, because: posted.instance?.isStale == true ? .stale : .stopped)
        }
    }
}

extension PostedEvent {
    /// Returns why an event that is waiting must be dropped, or `nil` if the machine might still
    /// handle it.
    ///
    /// - Parameter reason: The reason why the mailbox is closed, or `nil` if it is open.
    func dropReason(
        inMailboxClosedBecause reason: StateMachine<Definition>.DropReason?
    ) -> StateMachine<Definition>.DropReason? {
        instance?.isStale == true ? .stale : reason
    }
}
#endif
