#if !hasFeature(Embedded)
// The machine defers these requests while a turn is in progress. A turn is everything that a
// machine does for one event, for its start or for its stop, up to the last notification: a
// run-to-completion step.
extension StateMachine {
    /// Enqueues an event, which the machine handles when the current turn is over.
    ///
    /// If the chain has reached its limit, this method drops the event.
    ///
    /// - Parameter instance: An instance that sent the event, if any. It may be exited before the
    ///   machine processes the event.
    @inlinable
    @inline(never)
    func enqueue(_ event: Event, from instance: ActivityInstance<Definition>? = nil) -> Outcome {
        let runtime = makeRuntimeIfNeeded()
        guard runtime.chainLength < runtime.presentChainLimit else {
            return drop(event, because: .chainTooLong(lastEvents: runtime.lastEvents.suffix(7) + [event]))
        }
        runtime.chainLength += 1
        if runtime.chainLength + 7 > runtime.presentChainLimit { runtime.lastEvents.append(event) }
        request(.event(event, from: instance))
        return .enqueued
    }

    /// Performs a request now, or when the current turn is over.
    @inlinable
    func request(_ request: Runtime.Request) {
        makeRuntimeIfNeeded().requests.append(request)
        flags.insert(.hasRequests)
        drainQueue()
    }

    /// Performs the requests in order, each in its own turn, until the queue is empty.
    ///
    /// Before each turn, the machine adds newly registered hooks to their lists and removes
    /// cancelled hooks.
    ///
    /// The `deinit` of a user value may call the machine, so such values are released only while
    /// the machine is consistent: an event after its turn, and removed hooks when the queue is
    /// empty. Events that these `deinit`s send are also enqueued, so that `deinit`s don't nest.
    @inlinable
    @inline(never)
    func drainQueue() {
        guard let runtime, flags.contains(.hasRequests), !isBusy else { return }
        var removed: [RemovableHook] = []
        flags.insert(.drainingQueue)
        while true {
            if runtime.areListenersOutdated { updateListeners(&removed) }
            if let request = runtime.requests.popFirst() {
                perform(request)
            } else if !removed.isEmpty {
                removed = []
            } else if !runtime.lastEvents.isEmpty {
                var released: [Event] = []
                swap(&released, &runtime.lastEvents)
            } else {
                break
            }
        }
        runtime.endChain()
        flags.remove(.drainingQueue.union(.hasRequests))
    }

    @inlinable
    func perform(_ request: Runtime.Request) {
        switch request {
        case .event(let event, let instance): processEnqueued(event, from: instance)
        case .drop(let event, let reason): _ = drop(event, because: reason)
        case .start: enterAll()
        case .stop: exitAll()
        case .join(let driver): driver.join(self)
        case .finish(let driver): driver.finish(self)
        }
    }
}
#endif
