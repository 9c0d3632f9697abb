#if !hasFeature(Embedded)
// Who listens to a machine. Hooks and the driver come and go between two turns, so that the listeners of a turn are those that were
// there when it began.
extension StateMachine {
    @usableFromInline
    typealias Attachments = MachineAttachments<Definition>

    /// What is attached to the machine; made if there is nothing yet.
    @usableFromInline
    func attachmentsMadeIfNeeded() -> Attachments {
        if let attachments { return attachments }
        let attachments = Attachments()
        self.attachments = attachments
        return attachments
    }

    /// Takes note of hooks and drivers that have come or gone: now, or when the turn in progress is over.
    @usableFromInline
    func updateListenersWhenIdle() {
        guard let attachments else { return }
        attachments.areListenersOutdated = true
        phase.insert(.requested)
        drainQueue()
    }

    /// Takes note of hooks and drivers that have come or gone.
    ///
    /// - Parameter removed: Gets the hooks that were removed, to be released when the machine is idle.
    @usableFromInline
    func updateListeners(_ removed: inout [RemovableHook]) {
        guard let attachments else { return }
        // Predicates of hooks that are added may add hooks, too.
        while attachments.areListenersOutdated {
            attachments.areListenersOutdated = false
            removed += attachments.takeRemovedHooks()
            let added = attachments.addedHooks
            attachments.addedHooks = []
            for (hook, add) in added {
                if hook.isRemoved { removed.append(hook) } else { add(self, attachments) }
            }
            updateAttendance()
        }
    }

    /// Takes note of who is attached, so that a machine that nobody listens to takes the short way.
    func updateAttendance() {
        guard let attachments else { return }
        phase.subtract(.attendance)
        phase.formUnion(attachments.attendance)
        if !phase.contains(.activityHooks) || phase.contains(.stopped) {
            attachments.isListing = false
            attachments.listed.removeAll()
        } else if isLive, !attachments.isListing {
            beginListing(attachments)
        }
    }

    /// Takes note of what goes on.
    private func beginListing(_ attachments: Attachments) {
        let state = storage
        var activities = ActivityList<Activity>()
        state.visitActivities { activities.append($0) }
        swap(&attachments.listed, &activities)
        attachments.isListing = true
    }
}
#endif
