#if !hasFeature(Embedded)
// What waits while a turn is in progress. A turn is what a machine does for one event, for its start or for its stop: it moves, and
// everybody hears of it.
extension StateMachine {
    /// Does what has waited, first come, first served, each in a turn of its own, until nothing waits.
    ///
    /// Hooks that were added or removed in a turn are put into their lists, or taken out of them, before the next one.
    ///
    /// Whatever belongs to the user is released when nothing is being changed, since a `deinit` may do anything to the machine: an
    /// event when its turn is over, removed hooks when nothing else waits. What these send waits, too, so that no chain of it nests.
    @inlinable
    @inline(never)
    func drainQueue() {
        guard let attachments, phase.contains(.requested), !isBusy else { return }
        var removed: [RemovableHook] = []
        phase.insert(.draining)
        while true {
            if attachments.areListenersOutdated { updateListeners(&removed) }
            if let request = attachments.requests.popFirst() {
                perform(request)
            } else if !removed.isEmpty {
                removed = []
            } else if !attachments.lastEvents.isEmpty {
                var released: [Event] = []
                swap(&released, &attachments.lastEvents)
            } else {
                break
            }
        }
        attachments.chainLength = 0
        phase.subtract([.draining, .requested])
    }

    /// Does what has waited for its turn.
    @inlinable
    func perform(_ request: Attachments.Request) {
        switch request {
        case .event(let event, let instance): performEvent(event, from: instance)
        case .drop(let event, let reason): _ = drop(event, because: reason)
        case .stop: exitAll()
        case .join(let driver, let isCancelled): join(driver, isCancelled: isCancelled)
        case .finish(let driver): finish(driver)
        }
    }

    @inlinable
    func performEvent(_ event: Event, from instance: ActivityInstance<Definition>?) {
        if instance?.isRetired == true {
            _ = drop(event, because: .stale)
        } else if phase.contains(.stopped) {
            _ = drop(event, because: .stopped)
        } else {
            _ = move(with: event)
        }
    }

    /// Does something now, or when the turn in progress is over.
    @inlinable
    func request(_ request: Attachments.Request) {
        attachmentsMadeIfNeeded().requests.append(request)
        phase.insert(.requested)
        drainQueue()
    }

    /// Lets an event wait for the turn in progress, unless too many have come out of one event already.
    ///
    /// - Parameter instance: The instance that has sent it, if it comes from one, which may be exited before its turn comes.
    @inlinable
    @inline(never)
    func enqueue(_ event: Event, from instance: ActivityInstance<Definition>? = nil) -> Outcome {
        let attachments = attachmentsMadeIfNeeded()
        guard attachments.chainLength < attachments.chainLimit else {
            return drop(event, because: .chainTooLong(lastEvents: attachments.lastEvents.suffix(7) + [event]))
        }
        attachments.chainLength += 1
        if attachments.chainLength + 7 > attachments.chainLimit { attachments.lastEvents.append(event) }
        request(.event(event, from: instance))
        return .enqueued
    }
}
#endif
