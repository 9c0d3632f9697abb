#if !hasFeature(Embedded)
extension StateMachine {
    /// The present state, without notifying the reader of changes.
    package var stateUntracked: Definition {
        checkReadable()
        return storage
    }

    @usableFromInline
    func trackStateRead() {
        signal(for: .stateRead).trackStateRead(isChanging: flags.contains(.stateChanging))
    }

    func trackActivitiesRead() {
        signal(for: .activitiesRead).trackActivitiesRead(isChanging: flags.contains(.activitiesChanging))
    }

    /// Sets a flag, so that observers are notified of the next change.
    private func signal(for read: Flags) -> ObservationSignal {
        flags.insert(read)
        if let signal { return signal }
        let signal = ObservationSignal()
        self.signal = signal
        return signal
    }

    /// Notifies observers of a handled event, if the machine has been read since they were notified last.
    @inlinable
    func notifyObserversIfTracked() {
        guard !flags.isDisjoint(with: [.stateRead, .activitiesRead]) else { return }
        notifyObservers()
    }

    @usableFromInline
    func notifyObservers() {
        if flags.contains(.stateRead), let signal {
            flags.remove(.stateRead)
            if signal.notifyStateReaders() { flags.insert(.stateRead) }
        }
        // Observers of the activities may read the state again, and wait for its next change.
        flags.remove(.stateChanging)
        notifyActivityObservers()
    }

    /// Notifies observers of the activities.
    func notifyActivityObservers() {
        guard flags.contains(.activitiesRead), let signal else { return }
        flags.remove(.activitiesRead)
        if signal.notifyActivityReaders() { flags.insert(.activitiesRead) }
    }
}
#endif
