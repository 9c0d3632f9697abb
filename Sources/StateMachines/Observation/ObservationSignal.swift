#if !hasFeature(Embedded)
public import Observation

/// Notifies observers of the state and the activities of a machine.
///
/// Unlike the machine it is not generic: the key path of a generic class is built at run time with each use.
///
/// Each value has two key paths, which take turns. One is for observers who have read the value before it changed; they are notified at
/// the end of the turn. The other is for those who have read the new value already, in a hook, and wait for the next change.
@usableFromInline
final class ObservationSignal: Observable {
    private let registrar = ObservationRegistrar()

    private var state: Void { () }
    private var nextState: Void { () }
    private var activities: Void { () }
    private var nextActivities: Void { () }

    // No user code runs during an access.
    @exclusivity(unchecked) private var stateReaders = Readers()
    @exclusivity(unchecked) private var activityReaders = Readers()

    /// Which of the two key paths of a value is notified next.
    private struct Readers {
        var areSwapped = false

        /// Whether an observer may be waiting for the change after the present one.
        var waitForNext = false

        /// Swaps the key paths, if an observer may be waiting with the other one.
        ///
        /// - Returns: Whether it has swapped them.
        mutating func advance() -> Bool {
            guard waitForNext else { return false }
            waitForNext = false
            areSwapped.toggle()
            return true
        }
    }

    /// Registers a read of the state with the observation in progress, if any.
    func trackStateRead(isChanging: Bool) {
        if isChanging { stateReaders.waitForNext = true }
        if isChanging != stateReaders.areSwapped {
            registrar.access(self, keyPath: \.nextState)
        } else {
            registrar.access(self, keyPath: \.state)
        }
    }

    /// Registers a read of the activities with the observation in progress, if any.
    func trackActivitiesRead(isChanging: Bool) {
        if isChanging { activityReaders.waitForNext = true }
        if isChanging != activityReaders.areSwapped {
            registrar.access(self, keyPath: \.nextActivities)
        } else {
            registrar.access(self, keyPath: \.activities)
        }
    }

    /// Notifies those who have read the state before it changed.
    ///
    /// - Returns: Whether it has been read since.
    func notifyStateReaders() -> Bool {
        if stateReaders.areSwapped {
            registrar.withMutation(of: self, keyPath: \.nextState) {}
        } else {
            registrar.withMutation(of: self, keyPath: \.state) {}
        }
        return stateReaders.advance()
    }

    /// Notifies those who have read the activities before they changed.
    ///
    /// - Returns: Whether they have been read since.
    func notifyActivityReaders() -> Bool {
        if activityReaders.areSwapped {
            registrar.withMutation(of: self, keyPath: \.nextActivities) {}
        } else {
            registrar.withMutation(of: self, keyPath: \.activities) {}
        }
        return activityReaders.advance()
    }
}
#endif
