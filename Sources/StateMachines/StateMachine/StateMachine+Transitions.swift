#if !hasFeature(Embedded)
extension StateMachine {
    /// Sends an event the long way: somebody listens, or the machine is busy, not started, or stopped.
    @inlinable
    func sendAttended(_ event: Event) -> Outcome {
        if phase.contains(.unstarted) { start() }
        if phase.contains(.stopped) { return drop(event, because: .stopped) }
        if isBusy { return enqueue(event) }
        let outcome = move(with: event)
        settle()
        return outcome
    }

    /// Whether a transition is in progress, so that events have to wait.
    @inlinable
    var isBusy: Bool { !phase.isDisjoint(with: [.moving, .notifying]) }

    /// Offers an event to the state and tells everybody what became of it; nothing that they send is handled yet.
    @inlinable
    func move(with event: Event) -> Outcome {
        let old = attachments.flatMap { $0.changes.isEmpty ? nil : storage }
        phase.insert(.moving)
        do throws(TransitionError) {
            let output = try storage.handleEvent(event)
            phase.remove(.moving)
            notify { tellTransition(event, output, from: old) }
            return .handled(output)
        } catch {
            phase.remove(.moving)
            let rejection = InvalidTransition(state: storage, event: event)
            notify { attachments?.rejections.call(rejection) }
            return .rejected(rejection)
        }
    }

    /// Runs hooks.
    ///
    /// Events that they send meanwhile have to wait.
    @inlinable
    func notify(_ tell: () -> Void) {
        let isNested = phase.contains(.notifying)
        phase.insert(.notifying)
        tell()
        if !isNested { phase.remove(.notifying) }
    }

    /// Tells hooks, driver and observers of an accepted event, in that order from the innermost exit to the innermost entry.
    @inlinable
    func tellTransition(_ event: Event, _ output: Output, from old: Definition?) {
        if let attachments {
            let change = attachments.updateActivities(for: storage)
            attachments.driver?.exit(change.exited)
            for hook in attachments.stateExits.reversed() { hook.callIfCeased(in: storage) }
            let (exits, entries) = (attachments.activityExits, attachments.activityEntries)
            for activity in change.exited { exits.call(activity) }
            for activity in change.entered { entries.call(activity) }
            for hook in attachments.stateEntries { hook.callIfBegun(in: storage) }
            attachments.driver?.enter(change.entered, in: storage)
            attachments.transitions.call(Transition(event: event, output: output, change: change))
            if let old { attachments.changes.call((old, storage)) }
        }
        noteChange()
    }

    /// Meets the requests of hooks, first come, first served, until there are none.
    @inlinable
    func settle() {
        phase.remove(.moving)
        if let attachments, !attachments.requests.isEmpty { meetRequests() }
    }

    @usableFromInline
    func meetRequests() {
        guard let attachments, !attachments.requests.isEmpty, !isBusy, !phase.contains(.settling) else { return }
        phase.insert(.settling)
        while attachments.metRequests < attachments.requests.count {
            let request = attachments.requests[attachments.metRequests]
            attachments.metRequests += 1
            switch request {
            case .event(let event) where phase.contains(.stopped): _ = drop(event, because: .stopped)
            case .event(let event): _ = move(with: event)
            case .stop: exitAll()
            }
        }
        attachments.requests = []
        attachments.metRequests = 0
        phase.remove(.settling)
        updateAttendance()
    }

    /// Lets an event wait for the transition in progress, unless too many have come out of one event already.
    @usableFromInline
    func enqueue(_ event: Event) -> Outcome {
        attach { attachments in
            guard attachments.requests.count < attachments.chainLimit else {
                let before: [Event] = attachments.requests.suffix(7).compactMap {
                    if case .event(let event) = $0 { event } else { nil }
                }
                return drop(event, because: .chainTooLong(lastEvents: before + [event]))
            }
            attachments.requests.append(.event(event))
            return .enqueued
        }
    }

    /// Reports an event that will not be offered to the state.
    @usableFromInline
    func drop(_ event: Event, because reason: DropReason) -> Outcome {
        guard let attachments, !attachments.isReportingDrop else { return .dropped(reason) }
        attachments.isReportingDrop = true
        notify { attachments.drops.call((event, reason)) }
        attachments.isReportingDrop = false
        meetRequests()
        return .dropped(reason)
    }
}
#endif
