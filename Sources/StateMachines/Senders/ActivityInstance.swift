#if !hasFeature(Embedded)
public import Synchronization

/// One period of an activity, from its entry to its exit.
@usableFromInline
final class ActivityInstance<Definition: StateDefinition>: Sendable {
    let activity: Definition.Activity
    @usableFromInline let mailbox: Mailbox<Definition>

    /// An actor that shares the executor of the actor on which the machine runs.
    ///
    /// An instance retains neither that actor nor the machine, because a sender may outlive both.
    /// They are used only during a delivery, and the run keeps both alive until no delivery is in
    /// flight.
    @usableFromInline let executorActor: SharedExecutorActor
    @usableFromInline nonisolated(unsafe) let machine: Unmanaged<StateMachine<Definition>>

    @usableFromInline let invalidated = Atomic(false)

    /// Whether the run, which alone uses this value, has started the work.
    let wasStarted = Atomic(false)

    /// Twice the number of deliveries in flight, plus one after the work has ended.
    @usableFromInline let inFlight = Atomic(0)

    /// A closure that is called when the work has ended and no delivery is in flight, and again
    /// after each delivery that begins later.
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

    /// Whether the machine has exited this instance, or its run has ended, so that its events are
    /// stale.
    ///
    /// Every place where an event arrives checks this property: see `StateMachine+ArrivingEvents`,
    /// and `WaitingEvent.outcome` for events that do not reach a machine.
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

    /// Delivers an event with a direct call to the actor, unless other events must come first.
    ///
    /// - Returns: The outcome, or `nil` if the event must go through the mailbox.
    @inlinable
    nonisolated(nonsending) func deliver(_ event: Definition.Event) async -> StateMachine<Definition>.Outcome? {
        guard !mailbox.hasWaiting.load(ordering: .acquiring) else { return nil }
        let before = inFlight.add(2, ordering: .acquiringAndReleasing).oldValue
        var outcome: StateMachine<Definition>.Outcome?
        if before & 1 == 0 { outcome = await receive(event, isolation: executorActor) }
        if inFlight.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { onComplete(self) }
        return outcome
    }
}
#endif
