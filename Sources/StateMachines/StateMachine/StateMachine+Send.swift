#if !hasFeature(Embedded)
// This file contains the slow path of `send`, from top to bottom.
extension StateMachine {
    /// Sends an event to a machine that is busy, is not running, or has listeners.
    ///
    /// This method is not inlined, so that the fast path stays short.
    @inlinable
    @inline(never)
    func sendSlowPath(_ event: Event) -> Outcome {
        guard flags.isDisjoint(with: .notRunning) else { return sendWhenNotRunning(event) }
        return isBusy ? enqueue(event) : process(event)
    }

    /// Starts the machine for its first event, or drops the event if the machine is stopped.
    @usableFromInline
    func sendWhenNotRunning(_ event: Event) -> Outcome {
        if flags.contains(.notStarted) { start() }
        if flags.contains(.stopped) {
            reportDrops()
            return drop(event, because: .stopped)
        }
        return isBusy ? enqueue(event) : process(event)
    }

    /// Whether the machine enqueues events because it is busy.
    @inlinable
    var isBusy: Bool { !flags.isDisjoint(with: .busy) }

    /// Performs one turn: calls `handleEvent` of the state and notifies the listeners.
    @inlinable
    @inline(__always)
    func process(_ event: Event) -> Outcome {
        var old = flags.contains(.changeHooks) ? storage : nil
        flags.insert(.handlingEvent)
        do throws(Definition.Rejection) {
            let output = try storage.handleEvent(event)
            notifyHandled(event, output, from: &old)
            return .handled(output)
        } catch {
            // Destroy the copy now, while it equals the state, and not after the hooks.
            old = nil
            return notifyRejected(event, because: error)
        }
    }

    /// Ends the turn of an event that took the fast path.
    ///
    /// Code that the event called has enqueued requests.
    @inlinable
    @inline(never)
    func endFastPath() {
        flags.remove(.handlingEvent)
        drainQueue()
    }

    /// Drops an event without offering it to the state, and calls the `onDrop` hooks.
    @usableFromInline
    func drop(_ event: Event, because reason: DropReason) -> Outcome {
        guard let runtime, !runtime.isReportingDrop else { return .dropped(reason) }
        // The hooks may read the state, which is not readable during `handleEvent`.
        if flags.contains(.handlingEvent) {
            request(.drop(event, reason))
            return .dropped(reason)
        }
        runtime.isReportingDrop = true
        whileNotifying { runtime.drops.forEach { $0.call((event, reason)) } }
        runtime.isReportingDrop = false
        drainQueue()
        return .dropped(reason)
    }

    /// Calls user code, whose events the machine enqueues.
    ///
    /// - Parameter change: Flags of the changes that observers have not been notified of yet.
    func whileNotifying(_ change: Flags = Flags(), _ body: () -> Void) {
        let before = flags.intersection(.notifyingTransition)
        flags.insert(change.union(.notifying))
        body()
        flags.remove(.notifyingTransition)
        flags.insert(before)
    }
}
#endif
