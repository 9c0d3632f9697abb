#if !hasFeature(Embedded)
extension StateMachine {
    /// Whether the machine has been started, and not been stopped.
    ///
    /// It is observed together with ``activities``, so who reads it hears of each accepted event.
    public var isRunning: Bool {
        noteActivitiesRead()
        return isLive
    }

    /// The same, for the machine itself.
    @inlinable
    var isLive: Bool { phase.isDisjoint(with: [.unstarted, .stopped]) }

    /// Enters the initial activities and the initial state.
    ///
    /// The first event does this too, if nobody has; starting a machine twice does nothing.
    public func start() {
        guard phase.contains(.unstarted), !phase.contains(.stopped) else { return }
        phase.remove(.unstarted)
        notify(.activitiesChanging) {
            if let attachments {
                updateAttendance()
                let ongoing = attachments.ongoing
                attachments.stateExits.forEach { $0.callIfCeased(in: storage) }
                for activity in ongoing { attachments.activityEntries.forEach { $0.call(activity) } }
                attachments.stateEntries.forEach { $0.callIfBegun(in: storage) }
                attachments.driver?.enter(ongoing, in: storage)
            }
            notifyActivityObservers()
        }
        drainQueue()
    }

    /// Exits the state and all activities, innermost first.
    ///
    /// Later events are dropped, for good.
    ///
    /// A hook that calls this lets the events that were sent before it be handled first. The state stays readable; a `run`
    /// in progress comes to its end. A machine that goes away without having been stopped calls no exit hooks.
    public func stop() {
        guard !phase.contains(.stopped) else { return }
        if isBusy { request(.stop) } else { exitAll() }
    }

    /// Exits everything, now.
    @usableFromInline
    func exitAll() {
        guard !phase.contains(.stopped) else { return }
        let wasLive = isLive
        phase.insert(.stopped)
        notify(.activitiesChanging) {
            if let attachments {
                let exited = attachments.ongoing.reversed()
                attachments.driver?.finish(in: storage)
                if wasLive {
                    attachments.stateExits.forEachReversed { $0.callIfHeld() }
                    for activity in exited { attachments.activityExits.forEach { $0.call(activity) } }
                }
                updateAttendance()
            }
            notifyActivityObservers()
        }
        receive(attachments?.mailbox?.close() ?? [])
        drainQueue()
    }

    /// How many events may come out of one event through hooks before the rest is dropped; 10,000 unless set.
    ///
    /// Hooks that keep sending events to their own machine would never let it come to rest. The event that exceeds the limit,
    /// and each one after it, is dropped with ``DropReason/chainTooLong(lastEvents:)``; the state is that of the last event
    /// before it.
    public var chainLimit: Int {
        get { attachments?.chainLimit ?? 10_000 }
        set { attachmentsMadeIfNeeded().chainLimit = newValue }
    }
}
#endif
