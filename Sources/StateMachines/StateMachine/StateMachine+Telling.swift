#if !hasFeature(Embedded)
// Who is to be told of an event. What is rare, or long, is not inlined: what nobody needs should cost no more than a bit that is
// looked at.
extension StateMachine {
    /// What is attached to the machine, without holding it: the machine never lets it go.
    @inlinable
    var unheldAttachments: Unmanaged<Attachments>? {
        attachments.map { Unmanaged.passUnretained($0) }
    }

    /// Tells everybody of an accepted event, in order, from the innermost exit to the innermost entry and to the observers.
    ///
    /// - Parameter old: The state before, if there are hooks that want it. It is destroyed when they have heard of it.
    @inlinable
    @inline(__always)
    func tell(_ event: Event, _ output: Output, from old: inout Definition?) {
        phase.formSymmetricDifference([.moving, .notifying, .stateChanging, .activitiesChanging])
        if let attachments = unheldAttachments {
            if phase.contains(.activityHooks),
                attachments._withUnsafeGuaranteedRef({ $0.updateActivities(for: storage) })
            {
                attachments._withUnsafeGuaranteedRef { tellActivities($0, event, output) }
            } else {
                if phase.contains(.stateExitHooks) { attachments._withUnsafeGuaranteedRef { tellStateExits($0) } }
                if phase.contains(.stateEntryHooks) { attachments._withUnsafeGuaranteedRef { tellStateEntries($0) } }
                if phase.contains(.driven) { attachments._withUnsafeGuaranteedRef { tellDriver($0) } }
                if phase.contains(.transitionHooks) {
                    attachments._withUnsafeGuaranteedRef { tellTransition($0, event, output) }
                }
            }
            if let before = old.take() { attachments._withUnsafeGuaranteedRef { tellChange($0, from: before) } }
        }
        noteChange()
        phase.subtract(.transition)
        if phase.contains(.requested) { drainQueue() }
    }

    /// Ends the turn of an event that was handled the short way, and does what has come to wait for that.
    @inlinable
    @inline(never)
    func endShortTurn() {
        phase.remove(.moving)
        drainQueue()
    }

    /// Tells hooks and driver of an accepted event, where it has changed the activities.
    @inlinable
    @inline(never)
    func tellActivities(_ attachments: Attachments, _ event: Event, _ output: Output) {
        defer { attachments.former.removeAll() }
        guard phase.isDisjoint(with: [.driven, .transitionHooks]), attachments.areListsShort else {
            return tellActivities(attachments, event, output, attachments.change())
        }
        // Straight from the lists, without a change to carry about.
        if phase.contains(.stateExitHooks) { tellStateExits(attachments) }
        let exits = attachments.activityExits.indices
        if !exits.isEmpty {
            for place in (0..<attachments.former.count).reversed() where attachments.isExited(place) {
                tellExit(attachments, exits, of: attachments.former[place])
            }
        }
        let entries = attachments.activityEntries.indices
        if !entries.isEmpty {
            for place in 0..<attachments.listed.count where attachments.isEntered(place) {
                tellEntry(attachments, entries, of: attachments.listed[place])
            }
        }
        if phase.contains(.stateEntryHooks) { tellStateEntries(attachments) }
    }

    /// The same, with a change that is made once for all.
    @inlinable
    @inline(never)
    func tellActivities(
        _ attachments: Attachments,
        _ event: Event,
        _ output: Output,
        _ change: ActivityChange<Activity>
    ) {
        if phase.contains(.driven) { attachments.driver?.exit(change) }
        if phase.contains(.stateExitHooks) { tellStateExits(attachments) }
        let exits = attachments.activityExits.indices
        change.exits.forEach { tellExit(attachments, exits, of: $0) }
        let entries = attachments.activityEntries.indices
        change.entries.forEach { tellEntry(attachments, entries, of: $0) }
        if phase.contains(.stateEntryHooks) { tellStateEntries(attachments) }
        if phase.contains(.driven) { attachments.driver?.enter(change, in: storage) }
        if phase.contains(.transitionHooks) { tellTransition(attachments, event, output, change) }
    }

    /// Calls the hooks of exits.
    @inlinable
    func tellExit(_ attachments: Attachments, _ hooks: Range<Int>, of activity: Activity) {
        for index in hooks { attachments.activityExits[index]._withUnsafeGuaranteedRef { $0.call(activity) } }
    }

    /// Calls the hooks of entries.
    @inlinable
    func tellEntry(_ attachments: Attachments, _ hooks: Range<Int>, of activity: Activity) {
        for index in hooks { attachments.activityEntries[index]._withUnsafeGuaranteedRef { $0.call(activity) } }
    }

    /// Tells the driver of an accepted event that has changed no activities: the run may end with it.
    @inlinable
    @inline(never)
    func tellDriver(_ attachments: Attachments) {
        guard let driver = attachments.driver.map({ Unmanaged.passUnretained($0) }) else { return }
        if driver._withUnsafeGuaranteedRef({ $0.isToEnd(in: storage) }) { attachments.driver?.finish(in: storage) }
    }

    @inlinable
    @inline(never)
    func tellStateExits(_ attachments: Attachments) {
        for index in attachments.stateExits.indices.reversed() {
            attachments.stateExits[index]._withUnsafeGuaranteedRef { $0.callIfCeased(in: storage) }
        }
    }

    @inlinable
    @inline(never)
    func tellStateEntries(_ attachments: Attachments) {
        for index in attachments.stateEntries.indices {
            attachments.stateEntries[index]._withUnsafeGuaranteedRef { $0.callIfBegun(in: storage) }
        }
    }

    @inlinable
    @inline(never)
    func tellTransition(_ attachments: Attachments, _ event: Event, _ output: Output) {
        tellTransition(attachments, event, output, ActivityChange())
    }

    @inlinable
    @inline(__always)
    func tellTransition(
        _ attachments: Attachments,
        _ event: Event,
        _ output: Output,
        _ change: ActivityChange<Activity>
    ) {
        let transition = Transition(event: event, output: output, change: change)
        for index in attachments.transitions.indices {
            attachments.transitions[index]._withUnsafeGuaranteedRef { $0.call(transition) }
        }
    }

    @inlinable
    @inline(never)
    func tellChange(_ attachments: Attachments, from old: consuming Definition) {
        let change = (old: old, new: storage)
        for index in attachments.changes.indices {
            attachments.changes[index]._withUnsafeGuaranteedRef { $0.call(change) }
        }
    }

    /// Tells hooks of an event that the state does not handle.
    @inlinable
    @inline(never)
    func tellRejection(of event: Event) -> Outcome {
        phase.remove(.moving)
        let rejection = InvalidTransition(state: storage, event: event)
        if phase.contains(.rejectionHooks), let attachments = unheldAttachments {
            phase.insert(.notifying)
            attachments._withUnsafeGuaranteedRef { attachments in
                for index in attachments.rejections.indices {
                    attachments.rejections[index]._withUnsafeGuaranteedRef { $0.call(rejection) }
                }
            }
            phase.remove(.notifying)
        }
        if phase.contains(.requested) { drainQueue() }
        return .rejected(rejection)
    }
}
#endif
