#if !hasFeature(Embedded)
extension StateMachine {
    /// The current state, without registering the read with an observation.
    package var stateUntracked: Definition {
        checkReadable()
        return storage
    }

    @usableFromInline
    func trackStateRead() {
        if stateSignal == nil { stateSignal = ObservationSignal() }
        let isObserved = stateSignal?.track(isChanging: flags.contains(.stateChanging)) == true
        if isObserved { flags.insert(.stateObserved) }
    }

    @usableFromInline
    func trackActivitiesRead() {
        if activitiesSignal == nil { activitiesSignal = ObservationSignal() }
        let isObserved = activitiesSignal?.track(isChanging: flags.contains(.activitiesChanging)) == true
        if isObserved { flags.insert(.activitiesObserved) }
        #if DEBUG
        runtime?.attention?.pay()
        #endif
    }

    /// Registers a read of whether the machine is stopped, unless that can no longer change.
    @usableFromInline
    func trackStop() {
        guard !flags.contains(.stopped) else { return }
        let runtime = makeRuntimeIfNeeded()
        if runtime.stopSignal == nil { runtime.stopSignal = ObservationSignal() }
        _ = runtime.stopSignal?.track(isChanging: false)
    }

    /// Tells any observers that an event has been handled.
    @inlinable
    func notifyObserversIfTracked() {
        guard !flags.isDisjoint(with: .stateObserved.union(.activitiesObserved)) else { return }
        notifyObservers()
    }

    @usableFromInline
    func notifyObservers() {
        if flags.contains(.stateObserved), let stateSignal, !stateSignal.notify() { flags.remove(.stateObserved) }
        // Observers of the activities may read the state again and then wait for its next change.
        flags.remove(.stateChanging)
        notifyActivityObservers()
    }

    /// Notifies the observers that have called `canHandle`.
    func notifyStopObservers() { _ = runtime?.stopSignal?.notify() }

    /// Notifies observers of the activities.
    func notifyActivityObservers() {
        guard flags.contains(.activitiesObserved), let activitiesSignal else { return }
        if !activitiesSignal.notify() { flags.remove(.activitiesObserved) }
    }
}
#endif
