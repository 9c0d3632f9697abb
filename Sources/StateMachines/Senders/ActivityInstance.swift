#if !hasFeature(Embedded)
public import Synchronization

/// One stretch of an activity, from its entry to its exit.
@usableFromInline
final class ActivityInstance<Definition: StateDefinition>: Sendable {
    let activity: Definition.Activity
    @usableFromInline let mailbox: Mailbox<Definition>

    /// Shares the executor of the actor that runs the machine.
    ///
    /// Neither that actor nor the machine is retained, since a sender may outlive both. They are
    /// used during a delivery alone: the run waits until none is in flight, and keeps both alive.
    @usableFromInline let executorActor: SharedExecutorActor
    @usableFromInline nonisolated(unsafe) let machine: Unmanaged<StateMachine<Definition>>

    @usableFromInline let invalidated = Atomic(false)

    /// Twice the number of deliveries that are in flight, plus one when the work has ended.
    @usableFromInline let inFlight = Atomic(0)

    /// Called when the work has ended and no delivery is in flight; called again after a delivery
    /// that begins later.
    @usableFromInline let onComplete: @Sendable (ActivityInstance) -> Void

    init(
        of activity: Definition.Activity,
        of machine: StateMachine<Definition>,
        on actor: any Actor,
        by mailbox: Mailbox<Definition>,
        onComplete: @escaping @Sendable (ActivityInstance) -> Void
    ) {
        self.activity = activity
        self.machine = Unmanaged.passUnretained(machine)
        executorActor = SharedExecutorActor(of: actor)
        self.mailbox = mailbox
        self.onComplete = onComplete
    }

    /// Whether the machine has exited this instance, or its run has ended.
    ///
    /// Its events are stale from then on.
    ///
    /// It is checked wherever an event arrives: in ``receive(_:isolation:)`` (direct delivery),
    /// `StateMachine.receive` (posted events), `StateMachine.processEnqueued` (events that have
    /// waited) and `Mailbox.send` (no machine to deliver to).
    @inlinable
    var isStale: Bool { invalidated.load(ordering: .acquiring) }

    func invalidate() {
        invalidated.store(true, ordering: .releasing)
    }

    /// Records that the work has ended.
    func workDidEnd() {
        let before = inFlight.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
        if before == 0 { onComplete(self) }
    }

    /// Delivers an event by an actor call alone, unless posted events have to come first.
    ///
    /// - Returns: What became of it; `nil` if it has to go through the mailbox.
    @inlinable
    func deliver(_ event: Definition.Event) async -> StateMachine<Definition>.Outcome? {
        let before = inFlight.add(2, ordering: .acquiringAndReleasing).oldValue
        var outcome: StateMachine<Definition>.Outcome?
        if before & 1 == 0 { outcome = await receive(event, isolation: executorActor) }
        if inFlight.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { onComplete(self) }
        return outcome
    }

    @inlinable
    func receive(
        _ event: Definition.Event,
        isolation: isolated SharedExecutorActor
    ) -> StateMachine<Definition>.Outcome? {
        guard !mailbox.hasPosted.load(ordering: .acquiring) else { return nil }
        // The same as `StateMachine.receive`, which would retain this instance.
        return machine._withUnsafeGuaranteedRef { machine in
            if isStale { return machine.drop(event, because: .stale) }
            // It is busy where a hook runs a loop that serves the actor.
            return machine.isBusy ? machine.enqueue(event, from: self) : machine.send(event)
        }
    }
}
#endif
