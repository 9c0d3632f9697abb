#if !hasFeature(Embedded)
extension StateMachine {
    /// Handles posted events in order.
    func receive(_ events: [PostedEvent<Definition>]) {
        for posted in events { _ = receive(posted.event, from: posted.instance) }
    }

    /// Calls the `onDrop` hooks for events that were dropped while nobody could call them.
    func reportDrops() {
        for posted in runtime?.mailbox?.takeUnreported() ?? [] {
            _ = drop(posted.event, because: posted.instance?.isStale == true ? .stale : .stopped)
        }
    }

    /// Handles an event from a sender, unless the sender's instance has been exited.
    func receive(_ event: Event, from instance: ActivityInstance<Definition>?) -> Outcome {
        if let instance, instance.isStale { return drop(event, because: .stale) }
        return isBusy && !flags.contains(.stopped) ? enqueue(event, from: instance) : send(event)
    }
}
#endif
