#if !hasFeature(Embedded)
// What waits while a turn is in progress. A turn is what a machine does for one event, for its start or for its stop: it moves, and
// everybody hears of it.
extension StateMachine {
    /// Does what has waited, first come, first served, each in a turn of its own, until nothing waits.
    ///
    /// Hooks that were added or removed in a turn are put into their lists, or taken out of them, before the next one.
    ///
    /// Whatever belongs to the user is released when nothing is being changed, since a `deinit` may do anything to the machine: an
    /// event when its turn is over, a removed hook when the machine is idle.
    @inlinable
    @inline(never)
    func drainQueue() {
        guard let attachments, phase.contains(.requested), !isBusy else { return }
        var removed: [RemovableHook] = []
        var lastEvents: [Event] = []
        phase.insert(.draining)
        while true {
            if attachments.areListenersOutdated { updateListeners(&removed) }
            guard let request = attachments.requests.popFirst() else {
                if attachments.areListenersOutdated { continue }
                break
            }
            perform(request)
        }
        swap(&lastEvents, &attachments.lastEvents)
        attachments.chainLength = 0
        phase.subtract([.draining, .requested])
        withExtendedLifetime((removed, lastEvents)) {}
    }

    /// Does what has waited for its turn.
    @inlinable
    func perform(_ request: Attachments.Request) {
        switch request {
        case .event(let event) where phase.contains(.stopped): _ = drop(event, because: .stopped)
        case .event(let event): _ = move(with: event)
        case .stop: exitAll()
        case .join(let driver, let isCancelled): join(driver, isCancelled: isCancelled)
        case .finish(let driver): finish(driver)
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
    @inlinable
    @inline(never)
    func enqueue(_ event: Event) -> Outcome {
        let attachments = attachmentsMadeIfNeeded()
        guard attachments.chainLength < attachments.chainLimit else {
            return drop(event, because: .chainTooLong(lastEvents: attachments.lastEvents.suffix(7) + [event]))
        }
        attachments.chainLength += 1
        if attachments.chainLength + 7 > attachments.chainLimit { attachments.lastEvents.append(event) }
        request(.event(event))
        return .enqueued
    }
}
#endif
