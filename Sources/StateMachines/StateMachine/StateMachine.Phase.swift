#if !hasFeature(Embedded)
/// Why the next event may not take the short way through a machine.
@usableFromInline
struct MachinePhase: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    // What the machine is doing

    /// The initial activities have not been entered.
    @inlinable static var unstarted: Self { Self(rawValue: 1 << 0) }

    /// `handleEvent` is running; the state belongs to it.
    @inlinable static var moving: Self { Self(rawValue: 1 << 1) }

    /// Hooks are running; events wait.
    @inlinable static var notifying: Self { Self(rawValue: 1 << 2) }

    /// Something waits until the turn in progress is over.
    @inlinable static var requested: Self { Self(rawValue: 1 << 3) }

    /// What has waited is being done.
    @inlinable static var draining: Self { Self(rawValue: 1 << 4) }

    /// Everything was exited, for good.
    @inlinable static var stopped: Self { Self(rawValue: 1 << 5) }

    /// The state has moved, and observers will hear of it when the turn is over: who reads it now knows already.
    @inlinable static var stateChanging: Self { Self(rawValue: 1 << 6) }

    /// The same for the activities.
    @inlinable static var activitiesChanging: Self { Self(rawValue: 1 << 7) }

    // Who is to be told

    /// Somebody has read the state since the last time that observers were told, and may be waiting for the next one.
    @inlinable static var stateRead: Self { Self(rawValue: 1 << 8) }

    /// Somebody has read the activities since the last time that observers were told.
    @inlinable static var activitiesRead: Self { Self(rawValue: 1 << 9) }

    /// There are hooks of states that are entered.
    @inlinable static var stateEntryHooks: Self { Self(rawValue: 1 << 10) }

    /// There are hooks of states that are exited.
    @inlinable static var stateExitHooks: Self { Self(rawValue: 1 << 11) }

    /// There are hooks of activities, or others that are told of activities.
    @inlinable static var activityHooks: Self { Self(rawValue: 1 << 12) }

    /// There are hooks of transitions.
    @inlinable static var transitionHooks: Self { Self(rawValue: 1 << 13) }

    /// There are hooks of changes, which are given the state before.
    @inlinable static var changeHooks: Self { Self(rawValue: 1 << 14) }

    /// There are hooks of rejections.
    @inlinable static var rejectionHooks: Self { Self(rawValue: 1 << 15) }

    /// A run is in progress.
    @inlinable static var driven: Self { Self(rawValue: 1 << 16) }

    /// A turn is in progress, or between two turns: events wait.
    @inlinable static var busy: Self { [.moving, .notifying, .draining] }

    /// Hooks run for an event that was accepted.
    @inlinable static var transition: Self { [.notifying, .stateChanging, .activitiesChanging] }

    /// Everybody that may be told of anything, but for observers.
    static var attendance: Self {
        [.stateEntryHooks, .stateExitHooks, .activityHooks, .transitionHooks, .changeHooks, .rejectionHooks, .driven]
    }
}

extension StateMachine {
    @usableFromInline
    typealias Phase = MachinePhase
}
#endif
