#if !hasFeature(Embedded)
extension StateMachine {
    /// Sends an event to a machine that somebody listens to, or that is busy, not started, or stopped.
    ///
    /// Not inlined, so that the short way stays short.
    @inlinable
    @inline(never)
    func sendAttended(_ event: Event) -> Outcome {
        guard phase.isDisjoint(with: .unready) else { return sendUnready(event) }
        return move(with: event)
    }

    /// Sends an event to a machine that is busy, not started, or stopped.
    @usableFromInline
    func sendUnready(_ event: Event) -> Outcome {
        if phase.contains(.unstarted) { start() }
        if phase.contains(.stopped) { return drop(event, because: .stopped) }
        return isBusy ? enqueue(event) : move(with: event)
    }

    /// Whether a transition is in progress, so that events have to wait.
    @inlinable
    var isBusy: Bool { !phase.isDisjoint(with: [.moving, .notifying]) }

    /// Offers an event to the state and tells everybody what became of it.
    @inlinable
    @inline(__always)
    func move(with event: Event) -> Outcome {
        let old = phase.contains(.changeHooks) ? storage : nil
        phase.insert(.moving)
        do throws(TransitionError) {
            let output = try storage.handleEvent(event)
            tell(event, output, from: old)
            return .handled(output)
        } catch {
            return tellRejection(of: event)
        }
    }

    /// Runs hooks.
    ///
    /// Events that they send meanwhile have to wait.
    func notify(_ tell: () -> Void) {
        let isNested = phase.contains(.notifying)
        phase.insert(.notifying)
        tell()
        if !isNested { phase.remove(.notifying) }
    }

    /// Meets the requests of hooks, first come, first served, until there are none.
    @inlinable
    @inline(never)
    func meetRequests() {
        guard let attachments, phase.contains(.requested), !isBusy, !phase.contains(.settling) else { return }
        phase.insert(.settling)
        while attachments.metRequests < attachments.requests.count {
            let request = attachments.requests[attachments.metRequests]
            attachments.metRequests += 1
            switch request {
            case .event(let event) where phase.contains(.stopped): _ = drop(event, because: .stopped)
            case .event(let event): _ = move(with: event)
            case .stop: exitAll()
            }
            if isListingDue { beginListing() }
        }
        attachments.requests.removeAll(keepingCapacity: true)
        attachments.metRequests = 0
        phase.subtract([.settling, .requested])
        if attachments.hasRemovedHooks { forgetRemovedHooks() }
        if isListingDue { beginListing() }
    }

    /// Lets something wait for the transition in progress.
    @inlinable
    func request(_ request: Attachments.Request) {
        if attachments == nil { attach { _ in } }
        attachments?.requests.append(request)
        phase.insert(.requested)
    }

    /// Lets an event wait for the transition in progress, unless too many have come out of one event already.
    @inlinable
    @inline(never)
    func enqueue(_ event: Event) -> Outcome {
        if let attachments, attachments.requests.count >= attachments.chainLimit {
            let before: [Event] = attachments.requests.suffix(7).compactMap {
                if case .event(let event) = $0 { event } else { nil }
            }
            return drop(event, because: .chainTooLong(lastEvents: before + [event]))
        }
        request(.event(event))
        return .enqueued
    }

    /// Reports an event that will not be offered to the state.
    @usableFromInline
    func drop(_ event: Event, because reason: DropReason) -> Outcome {
        guard let attachments, !attachments.isReportingDrop else { return .dropped(reason) }
        attachments.isReportingDrop = true
        notify { attachments.drops.forEach { $0.call((event, reason)) } }
        attachments.isReportingDrop = false
        meetRequests()
        return .dropped(reason)
    }
}
#endif
