#if !hasFeature(Embedded)
/// Conditions besides the state that affect how a machine processes an event.
///
/// If no flag is set, ``StateMachine/send(_:)`` takes the fast path.
@usableFromInline
struct MachineFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: Phases of the machine

    /// The machine has not entered its initial activities yet.
    @inlinable static var notStarted: Self { Self(rawValue: 1 << 0) }

    /// `handleEvent` is running and has exclusive access to the state.
    @inlinable static var handlingEvent: Self { Self(rawValue: 1 << 1) }

    /// Hooks are running, so the machine enqueues events.
    @inlinable static var notifying: Self { Self(rawValue: 1 << 2) }

    /// Once the current turn is over, the machine has requests to perform, or hooks to add or
    /// remove.
    @inlinable static var hasRequests: Self { Self(rawValue: 1 << 3) }

    /// The queue is being drained.
    @inlinable static var drainingQueue: Self { Self(rawValue: 1 << 4) }

    /// The machine is stopped, which is final.
    @inlinable static var stopped: Self { Self(rawValue: 1 << 5) }

    /// The state has changed, and its observers have not been notified yet.
    ///
    /// An observer that reads the state now isn't notified of this change, but of the next one.
    @inlinable static var stateChanging: Self { Self(rawValue: 1 << 6) }

    /// The activities have changed, and their observers have not been notified yet.
    @inlinable static var activitiesChanging: Self { Self(rawValue: 1 << 7) }

    // MARK: Listeners

    /// An observer waits for a change of the state.
    @inlinable static var stateObserved: Self { Self(rawValue: 1 << 8) }

    /// An observer waits for a change of the activities, the start, or the stop.
    @inlinable static var activitiesObserved: Self { Self(rawValue: 1 << 9) }

    /// There are state entry hooks.
    @inlinable static var stateEntryHooks: Self { Self(rawValue: 1 << 10) }

    /// There are state exit hooks.
    @inlinable static var stateExitHooks: Self { Self(rawValue: 1 << 11) }

    /// Activities are tracked for activity hooks, for transition hooks, or for a driver.
    @inlinable static var tracksActivities: Self { Self(rawValue: 1 << 12) }

    /// There are `onTransition` hooks.
    @inlinable static var transitionHooks: Self { Self(rawValue: 1 << 13) }

    /// There are `onChange` hooks, which receive the previous state.
    @inlinable static var changeHooks: Self { Self(rawValue: 1 << 14) }

    /// There are `onRejection` hooks.
    @inlinable static var rejectionHooks: Self { Self(rawValue: 1 << 15) }

    /// There is a driver: a `run` is in progress.
    @inlinable static var hasDriver: Self { Self(rawValue: 1 << 16) }

    // MARK: Combinations

    /// A turn is in progress, or the queue is being drained between two turns, so the machine
    /// enqueues events.
    @inlinable static var busy: Self { handlingEvent.union(notifying).union(drainingQueue) }

    /// The machine has not been started yet, or has been stopped.
    @inlinable static var notRunning: Self { notStarted.union(stopped) }

    /// Hooks are running for a handled event.
    @inlinable static var notifyingTransition: Self { notifying.union(stateChanging).union(activitiesChanging) }

    /// Flags of all listeners except observers, which ``MachineRuntime`` does not manage.
    static var listeners: Self {
        [
            .stateEntryHooks, .stateExitHooks, .tracksActivities, .transitionHooks, .changeHooks, .rejectionHooks,
            .hasDriver,
        ]
    }
}

// In debug mode, the operations of `OptionSet` are not specialized and take much longer.
extension MachineFlags {
    @inlinable init() { self.init(rawValue: 0) }

    @inlinable var isEmpty: Bool { rawValue == 0 }

    @inlinable
    static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    @inlinable
    func contains(_ flags: Self) -> Bool { rawValue & flags.rawValue == flags.rawValue }

    @inlinable
    func isDisjoint(with flags: Self) -> Bool { rawValue & flags.rawValue == 0 }

    @inlinable
    func union(_ flags: Self) -> Self { Self(rawValue: rawValue | flags.rawValue) }

    @inlinable
    func intersection(_ flags: Self) -> Self { Self(rawValue: rawValue & flags.rawValue) }

    @inlinable
    mutating func insert(_ flags: Self) { self = union(flags) }

    @inlinable
    mutating func remove(_ flags: Self) { self = Self(rawValue: rawValue & ~flags.rawValue) }

    @inlinable
    mutating func formSymmetricDifference(_ flags: Self) { self = Self(rawValue: rawValue ^ flags.rawValue) }
}

extension StateMachine {
    @usableFromInline
    typealias Flags = MachineFlags
}
#endif
