#if !hasFeature(Embedded)
public import Observation

/// What observers of a machine wait for.
///
/// It is not generic, unlike the machine: an observation is keyed by a key path, and one into a generic class is built anew,
/// at run time, with each use.
@usableFromInline
final class StateSignal: Observable {
    private let registrar = ObservationRegistrar()

    /// Stands for the state of the machine.
    private var state: Void { () }

    /// Stands for the activities of the machine, which change at its start and at its stop too.
    private var activities: Void { () }

    /// Adds the state to what the caller is tracking, if it is tracking.
    func noteStateRead() {
        registrar.access(self, keyPath: \.state)
    }

    /// Adds the activities to what the caller is tracking, if it is tracking.
    func noteActivitiesRead() {
        registrar.access(self, keyPath: \.activities)
    }

    /// Tells everybody who has read the state since it last changed.
    func noteStateChange() {
        registrar.withMutation(of: self, keyPath: \.state) {}
    }

    /// Tells everybody who has read the activities since they last changed.
    func noteActivitiesChange() {
        registrar.withMutation(of: self, keyPath: \.activities) {}
    }
}

extension StateMachine {
    /// Remembers that somebody has read the machine, so that the next change is told.
    private func signal(for read: Phase) -> StateSignal {
        let signal = self.signal ?? StateSignal()
        self.signal = signal
        phase.insert(read)
        return signal
    }

    @usableFromInline
    func noteStateRead() {
        signal(for: .stateRead).noteStateRead()
    }

    func noteActivitiesRead() {
        signal(for: .activitiesRead).noteActivitiesRead()
    }

    /// Tells the observers of an accepted event, if anybody has read the machine since the last one.
    @inlinable
    func noteChange() {
        guard !phase.isDisjoint(with: [.stateRead, .activitiesRead]) else { return }
        tellObservers()
    }

    @usableFromInline
    func tellObservers() {
        let read = phase.intersection([.stateRead, .activitiesRead])
        phase.subtract(read)
        if read.contains(.stateRead) { signal?.noteStateChange() }
        if read.contains(.activitiesRead) { signal?.noteActivitiesChange() }
    }
}
#endif
