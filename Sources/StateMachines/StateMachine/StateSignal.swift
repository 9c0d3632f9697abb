#if !hasFeature(Embedded)
public import Observation

/// What observers of a machine wait for.
///
/// It is not generic, unlike the machine: an observation is keyed by a key path, and one into a generic class is built anew,
/// at run time, with each use.
@usableFromInline
final class StateSignal: Observable {
    private let registrar = ObservationRegistrar()

    /// Stands for everything that can be read of a machine.
    private var state: Void { () }

    /// Adds the machine to what the caller is tracking, if it is tracking.
    func noteRead() {
        registrar.access(self, keyPath: \.state)
    }

    /// Tells everybody who has read the machine since it last changed.
    func noteChange() {
        registrar.withMutation(of: self, keyPath: \.state) {}
    }
}

extension StateMachine {
    /// Remembers that somebody has read the state, so that the next change is told.
    @usableFromInline
    func noteRead() {
        let signal = self.signal ?? StateSignal()
        self.signal = signal
        phase.insert(.read)
        signal.noteRead()
    }

    /// Tells the observers, if anybody has read the state since the last time.
    @inlinable
    func noteChange() {
        guard phase.contains(.read) else { return }
        phase.remove(.read)
        tellObservers()
    }

    @usableFromInline
    func tellObservers() {
        signal?.noteChange()
    }
}
#endif
