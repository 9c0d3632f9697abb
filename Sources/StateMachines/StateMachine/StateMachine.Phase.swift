#if !hasFeature(Embedded)
/// Why the next event may not take the short way through a machine.
@usableFromInline
struct MachinePhase: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8

    @inlinable
    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The initial activities have not been entered.
    @inlinable static var unstarted: Self { Self(rawValue: 1 << 0) }

    /// `handleEvent` is running; the state belongs to it.
    @inlinable static var moving: Self { Self(rawValue: 1 << 1) }

    /// Hooks are running; events wait.
    @inlinable static var notifying: Self { Self(rawValue: 1 << 2) }

    /// Somebody is to be told of transitions: hooks or the driver.
    @inlinable static var attended: Self { Self(rawValue: 1 << 3) }

    /// Somebody has read the state since the last time that observers were told, and may be waiting for the next one.
    @inlinable static var stateRead: Self { Self(rawValue: 1 << 4) }

    /// Somebody has read the activities since the last time that observers were told.
    @inlinable static var activitiesRead: Self { Self(rawValue: 1 << 7) }

    /// The events that hooks have sent are being handled.
    @inlinable static var settling: Self { Self(rawValue: 1 << 6) }

    /// Everything was exited, for good.
    @inlinable static var stopped: Self { Self(rawValue: 1 << 5) }
}

extension StateMachine {
    @usableFromInline
    typealias Phase = MachinePhase
}
#endif
