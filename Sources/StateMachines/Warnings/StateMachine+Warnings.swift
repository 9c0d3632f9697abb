#if DEBUG && !hasFeature(Embedded)
import Synchronization

/// Whether a run, a hook or an observer has begun to deal with a machine's activities.
///
/// The machine's runtime retains this object, so it lives as long as the machine.
final class ActivityAttention: Sendable {
    private let isPaidStorage = Atomic(false)

    var isPaid: Bool { isPaidStorage.load(ordering: .relaxed) }

    func pay() { isPaidStorage.store(true, ordering: .relaxed) }
}

extension StateMachine {
    /// Warns later if nobody deals with the activities with which the machine starts.
    func warnIfActivitiesAreNeglected() {
        guard Activity.self != Never.self, !flags.contains(.tracksActivities) else { return }
        let state = storage
        var first: Activity?
        state.forEachActivity { if first == nil { first = $0 } }
        guard let first else { return }
        let attention = ActivityAttention()
        makeRuntimeIfNeeded().attention = attention
        let name = caseName(of: first)
        MachineWarnings.warn { [weak attention] in
            guard let attention, !attention.isPaid else { return nil }
            return "\(Definition.self) has started with the activity \(name), but no run performs its work "
                + "and no hook is called with it."
        }
    }
}

extension ActivityInstance {
    /// Whether the work has ended.
    private var hasEnded: Bool { inFlight.load(ordering: .relaxed) & 1 == 1 }

    /// Warns later if this instance still waits for the cancelled work of another one.
    func warnIfBlocked(by earlier: ActivityInstance) {
        MachineWarnings.warn { [weak self, weak earlier] in
            guard let self, let earlier, !isStale, !earlier.hasEnded else { return nil }
            return "The work of \(caseName(of: activity)) in \(Definition.self) cannot begin, because the cancelled "
                + "work of an earlier instance has not ended. Work must end soon after its task is cancelled."
        }
    }
}

extension RunInbox {
    /// Warns later if the run still waits for its turn.
    func warnIfItWaits() {
        MachineWarnings.warn { [weak self] in
            guard let self, isWaiting.load(ordering: .relaxed) else { return nil }
            return "A run of \(Definition.self) waits for its turn, because an earlier run has not ended. "
                + "Cancel the task of the earlier run."
        }
    }
}

extension Mailbox {
    /// Warns later if an event still waits although nobody will deliver it.
    func warnIfNobodyDelivers(_ number: Int) {
        MachineWarnings.warn { [weak self] in
            guard let self, isNeglected(number) else { return nil }
            return "An event for \(Definition.self) waits for a run, because its sender has no actor. Create the "
                + "sender in code that is isolated to the machine's actor, or pass the actor to sender(isolation:)."
        }
    }
}
#endif
