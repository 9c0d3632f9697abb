#if !hasFeature(Embedded)
// Hooks and the driver are added and removed only between two turns, so every listener of a turn
// was registered when the turn began.
extension StateMachine {
    /// Updates the listeners now, or when the current turn is over.
    @usableFromInline
    func updateListenersWhenIdle() {
        guard let runtime else { return }
        runtime.areListenersOutdated = true
        flags.insert(.hasRequests)
        drainQueue()
    }

    /// Adds registered hooks to their lists and removes cancelled hooks.
    ///
    /// - Parameter removed: Receives the cancelled hooks, which are released when the machine is
    ///   idle.
    @usableFromInline
    func updateListeners(_ removed: inout [RemovableHook]) {
        guard let runtime else { return }
        // The predicate of an added hook may register another hook.
        while runtime.areListenersOutdated {
            runtime.areListenersOutdated = false
            removed += runtime.takeRemovedHooks()
            let added = runtime.addedHooks
            runtime.addedHooks = []
            for (hook, add) in added {
                if hook.isRemoved { removed.append(hook) } else { add(self, runtime) }
            }
            updateListenerFlags()
        }
    }

    /// Sets a flag for each kind of listener and tracks the activities if a listener needs them.
    func updateListenerFlags() {
        guard let runtime else { return }
        flags.remove(.listeners)
        flags.insert(runtime.listenerFlags)
        #if DEBUG
        if flags.contains(.tracksActivities) { runtime.attention?.pay() }
        #endif
        if !flags.contains(.tracksActivities) || flags.contains(.stopped) {
            runtime.activities.stop()
        } else if isRunningUntracked, !runtime.activities.isTracking {
            let state = storage
            runtime.activities.start(in: state)
        }
    }
}
#endif
