#if !hasFeature(Embedded)
public import Synchronization

/// One stretch of an activity, from its entry to its exit.
@usableFromInline
final class ActivityInstance<Definition: StateDefinition>: Sendable {
    let activity: Definition.Activity
    @usableFromInline let mailbox: Mailbox<Definition>

    /// Where the run is.
    ///
    /// Neither its actor nor the machine is held, since a sender may live longer than both. They are used by visits only, the run
    /// waits for the end of each visit, and holds both.
    @usableFromInline let guest: Guest
    @usableFromInline nonisolated(unsafe) let machine: Unmanaged<StateMachine<Definition>>

    @usableFromInline let retired = Atomic(false)

    /// How many are on their way to the machine with an event of this instance, times two; one more when its work has ended.
    @usableFromInline let visits = Atomic(0)

    /// Called when the work has ended and nobody is on the way; again, when somebody comes who is too late.
    @usableFromInline let whenOver: @Sendable (ActivityInstance) -> Void

    init(
        of activity: Definition.Activity,
        of machine: StateMachine<Definition>,
        on home: any Actor,
        by mailbox: Mailbox<Definition>,
        whenOver: @escaping @Sendable (ActivityInstance) -> Void
    ) {
        self.activity = activity
        self.machine = Unmanaged.passUnretained(machine)
        guest = Guest(of: home)
        self.mailbox = mailbox
        self.whenOver = whenOver
    }

    /// Whether the machine has exited this instance, or its run has ended.
    ///
    /// What it sends from then on is stale.
    @inlinable
    var isRetired: Bool { retired.load(ordering: .acquiring) }

    func retire() {
        retired.store(true, ordering: .releasing)
    }

    /// Takes note that the work has ended; it is over when nobody is on the way any more.
    func end() {
        let before = visits.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
        if before == 0 { whenOver(self) }
    }

    /// Has the machine handle an event, unless others that were posted come before it: no more than a call of the actor.
    ///
    /// - Returns: What became of it; nothing if it has to go the long way, by the mailbox.
    @inlinable
    func deliver(_ event: Definition.Event) async -> StateMachine<Definition>.Outcome? {
        let before = visits.add(2, ordering: .acquiringAndReleasing).oldValue
        var outcome: StateMachine<Definition>.Outcome?
        if before & 1 == 0 { outcome = await receive(event, isolation: guest) }
        if visits.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { whenOver(self) }
        return outcome
    }

    @inlinable
    func receive(_ event: Definition.Event, isolation: isolated Guest) -> StateMachine<Definition>.Outcome? {
        guard !mailbox.hasPosted.load(ordering: .acquiring) else { return nil }
        // Not by the machine's own `receive`: to hand it this instance would be to retain it.
        return machine._withUnsafeGuaranteedRef { machine in
            if isRetired { return machine.drop(event, because: .stale) }
            // This can be where a hook lets the actor do something else, as a nested run loop does.
            return machine.isBusy ? machine.enqueue(event, from: self) : machine.send(event)
        }
    }
}
#endif
