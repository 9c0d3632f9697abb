#if !hasFeature(Embedded)
// What is put off while a turn is in progress. A turn is what a machine does for one event, its
// start or its stop, up to the last notification: a run-to-completion step.
extension StateMachine {
    /// Lets an event wait until the present turn is over, unless the chain of enqueued events has
    /// reached its limit.
    ///
    /// - Parameter instance: The instance that sent the event, if any. It may be exited before the
    ///   event is processed.
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

    /// Performs a request now, or when the present turn is over.
    @inlinable
    func request(_ request: Runtime.Request) {
        makeRuntimeIfNeeded().requests.append(request)
        flags.insert(.hasRequests)
        drainQueue()
    }

    /// Performs the requests in order, each in a turn of its own, until there are none.
    ///
    /// Hooks that were added or cancelled in a turn are added to their lists, or removed from them,
    /// before the next turn.
    ///
    /// User values are released when nothing is half changed, since a `deinit` may do anything to
    /// the machine: an event after its turn, removed hooks when the queue is empty. What these send
    /// is enqueued too, so that `deinit`s do not nest.
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
        flags.subtract([.drainingQueue, .hasRequests])
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

    /// Processes an event, unless the machine has exited its sender or was stopped since it was
    /// enqueued.
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
}
#endif
