#if !hasFeature(Embedded)
extension StateMachine {
    /// Sends an event to a machine that somebody listens to, or that is busy, not started, or stopped.
    ///
    /// Not inlined, so that the short way stays short.
    @inlinable
    @inline(never)
    func sendAttended(_ event: Event) -> Outcome {
        guard phase.isDisjoint(with: [.unstarted, .stopped]) else { return sendUnready(event) }
        return isBusy ? enqueue(event) : move(with: event)
    }

    /// Sends an event to a machine that is not started, or stopped.
    @usableFromInline
    func sendUnready(_ event: Event) -> Outcome {
        if phase.contains(.unstarted) { start() }
        if phase.contains(.stopped) { return drop(event, because: .stopped) }
        return isBusy ? enqueue(event) : move(with: event)
    }

    /// Whether a turn is in progress, so that events have to wait.
    @inlinable
    var isBusy: Bool { !phase.isDisjoint(with: .busy) }

    /// Offers an event to the state and tells everybody what became of it.
    @inlinable
    @inline(__always)
    func move(with event: Event) -> Outcome {
        var old = phase.contains(.changeHooks) ? storage : nil
        phase.insert(.moving)
        do throws(TransitionError) {
            let output = try storage.handleEvent(event)
            tell(event, output, from: &old)
            return .handled(output)
        } catch {
            // While the state is the same: it is not to be destroyed later, by this copy.
            old = nil
            return tellRejection(of: event)
        }
    }

    /// Runs code of the user's: what it sends meanwhile has to wait.
    ///
    /// - Parameter change: What observers will be told of when this is over.
    func notify(_ change: Phase = [], _ tell: () -> Void) {
        let before = phase.intersection(.transition)
        phase.formUnion([.notifying, change])
        tell()
        phase.subtract(.transition)
        phase.formUnion(before)
    }

    /// Reports an event that will not be offered to the state.
    @usableFromInline
    func drop(_ event: Event, because reason: DropReason) -> Outcome {
        guard let attachments, !attachments.isReportingDrop else { return .dropped(reason) }
        // The hooks may read the state, which is not to be read now.
        if phase.contains(.moving) {
            request(.drop(event, reason))
            return .dropped(reason)
        }
        attachments.isReportingDrop = true
        notify { attachments.drops.forEach { $0.call((event, reason)) } }
        attachments.isReportingDrop = false
        drainQueue()
        return .dropped(reason)
    }
}
#endif
