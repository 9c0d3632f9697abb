#if !hasFeature(Embedded)
/// What an event has to take into account besides the state.
///
/// With no flag set, ``StateMachine/send(_:)`` takes the fast path.
@usableFromInline
struct MachineFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: What the machine is doing

    /// The initial activities have not been entered.
    @inlinable static var notStarted: Self { Self(rawValue: 1 << 0) }

    /// `handleEvent` is running and has exclusive access to the state.
    @inlinable static var handlingEvent: Self { Self(rawValue: 1 << 1) }

    /// Hooks are running.
    ///
    /// Events are enqueued.
    @inlinable static var notifying: Self { Self(rawValue: 1 << 2) }

    /// The queue is not empty, or hooks have to be added or removed, when the present turn is over.
    @inlinable static var hasRequests: Self { Self(rawValue: 1 << 3) }

    /// The queue is being drained.
    @inlinable static var drainingQueue: Self { Self(rawValue: 1 << 4) }

    /// Everything was exited, for good.
    @inlinable static var stopped: Self { Self(rawValue: 1 << 5) }

    /// The state has changed and observers have not been notified yet.
    ///
    /// An observer that reads it now waits for the change after this one.
    @inlinable static var stateChanging: Self { Self(rawValue: 1 << 6) }

    /// The same for the activities.
    @inlinable static var activitiesChanging: Self { Self(rawValue: 1 << 7) }

    // MARK: Listeners

    /// An observer waits for a change of the state.
    @inlinable static var stateObserved: Self { Self(rawValue: 1 << 8) }

    /// An observer waits for a change of the activities, the start or the stop.
    @inlinable static var activitiesObserved: Self { Self(rawValue: 1 << 9) }

    /// There are entry hooks of states.
    @inlinable static var stateEntryHooks: Self { Self(rawValue: 1 << 10) }

    /// There are exit hooks of states.
    @inlinable static var stateExitHooks: Self { Self(rawValue: 1 << 11) }

    /// The activities are tracked: there are hooks of activities or transitions, or a driver.
    @inlinable static var tracksActivities: Self { Self(rawValue: 1 << 12) }

    /// There are hooks of transitions.
    @inlinable static var transitionHooks: Self { Self(rawValue: 1 << 13) }

    /// There are hooks of changes, which are given the state before.
    @inlinable static var changeHooks: Self { Self(rawValue: 1 << 14) }

    /// There are hooks of rejections.
    @inlinable static var rejectionHooks: Self { Self(rawValue: 1 << 15) }

    /// There is a driver: a `run` is in progress.
    @inlinable static var hasDriver: Self { Self(rawValue: 1 << 16) }

    // MARK: Combinations

    /// A turn is in progress, or the queue is being drained between two turns.
    ///
    /// Events are enqueued.
    @inlinable static var busy: Self { [.handlingEvent, .notifying, .drainingQueue] }

    /// The machine is not started yet, or stopped.
    @inlinable static var notRunning: Self { [.notStarted, .stopped] }

    /// Hooks are running for a handled event.
    @inlinable static var notifyingTransition: Self { [.notifying, .stateChanging, .activitiesChanging] }

    /// All listeners that ``MachineRuntime`` knows: all but observers.
    static var listeners: Self {
        [
            .stateEntryHooks, .stateExitHooks, .tracksActivities, .transitionHooks, .changeHooks, .rejectionHooks,
            .hasDriver,
        ]
    }
}

extension StateMachine {
    @usableFromInline
    typealias Flags = MachineFlags
}
#endif
