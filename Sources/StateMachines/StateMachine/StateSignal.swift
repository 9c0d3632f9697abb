#if !hasFeature(Embedded)
public import Observation

/// What observers of a machine wait for.
///
/// It is not generic, unlike the machine: an observation is keyed by a key path, and one into a generic class is built anew,
/// at run time, with each use.
///
/// Each value has two key paths. One is for those who have read it before it changed; they are told when the turn is over. Those who
/// read it in between, in a hook, know already, and wait with the other key path for the next change.
@usableFromInline
final class StateSignal: Observable {
    private let registrar = ObservationRegistrar()

    private var state: Void { () }
    private var nextState: Void { () }
    private var activities: Void { () }
    private var nextActivities: Void { () }

    // No code of the user's runs during an access.
    @exclusivity(unchecked) private var stateReaders = Readers()
    @exclusivity(unchecked) private var activityReaders = Readers()

    /// Which of the two key paths of a value is told next.
    private struct Readers {
        var areSwapped = false

        /// Whether somebody waits for the change after the present one.
        var waitForNext = false

        /// Begins to wait for the change after the one that was told.
        ///
        /// - Returns: Whether anybody does.
        mutating func advance() -> Bool {
            guard waitForNext else { return false }
            waitForNext = false
            areSwapped.toggle()
            return true
        }
    }

    /// Adds the state to what the caller is tracking, if it is tracking.
    func noteStateRead(isChanging: Bool) {
        if isChanging { stateReaders.waitForNext = true }
        if isChanging != stateReaders.areSwapped {
            registrar.access(self, keyPath: \.nextState)
        } else {
            registrar.access(self, keyPath: \.state)
        }
    }

    /// Adds the activities to what the caller is tracking, if it is tracking.
    func noteActivitiesRead(isChanging: Bool) {
        if isChanging { activityReaders.waitForNext = true }
        if isChanging != activityReaders.areSwapped {
            registrar.access(self, keyPath: \.nextActivities)
        } else {
            registrar.access(self, keyPath: \.activities)
        }
    }

    /// Tells everybody who has read the state before it changed.
    ///
    /// - Returns: Whether somebody has read it since.
    func notifyStateReaders() -> Bool {
        if stateReaders.areSwapped {
            registrar.withMutation(of: self, keyPath: \.nextState) {}
        } else {
            registrar.withMutation(of: self, keyPath: \.state) {}
        }
        return stateReaders.advance()
    }

    /// Tells everybody who has read the activities before they changed.
    ///
    /// - Returns: Whether somebody has read them since.
    func notifyActivityReaders() -> Bool {
        if activityReaders.areSwapped {
            registrar.withMutation(of: self, keyPath: \.nextActivities) {}
        } else {
            registrar.withMutation(of: self, keyPath: \.activities) {}
        }
        return activityReaders.advance()
    }
}

extension StateMachine {
    /// Remembers that somebody has read the machine, so that the next change is told.
    private func signal(for read: Phase) -> StateSignal {
        phase.insert(read)
        if let signal { return signal }
        let signal = StateSignal()
        self.signal = signal
        return signal
    }

    @usableFromInline
    func noteStateRead() {
        signal(for: .stateRead).noteStateRead(isChanging: phase.contains(.stateChanging))
    }

    func noteActivitiesRead() {
        signal(for: .activitiesRead).noteActivitiesRead(isChanging: phase.contains(.activitiesChanging))
    }

    /// Tells the observers of an accepted event, if anybody has read the machine since the last one.
    @inlinable
    func noteChange() {
        guard !phase.isDisjoint(with: [.stateRead, .activitiesRead]) else { return }
        notifyObservers()
    }

    @usableFromInline
    func notifyObservers() {
        if phase.contains(.stateRead), let signal {
            phase.remove(.stateRead)
            if signal.notifyStateReaders() { phase.insert(.stateRead) }
        }
        // From here on, observers of the activities may read the state for the next time.
        phase.remove(.stateChanging)
        notifyActivityObservers()
    }

    /// Tells those who have read the activities that these have changed.
    func notifyActivityObservers() {
        guard phase.contains(.activitiesRead), let signal else { return }
        phase.remove(.activitiesRead)
        if signal.notifyActivityReaders() { phase.insert(.activitiesRead) }
    }
}
#endif
