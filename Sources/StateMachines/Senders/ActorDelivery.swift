#if !hasFeature(Embedded)
public import Synchronization

/// An object that delivers events to a machine on the machine's actor.
///
/// Its references to the machine and the actor are weak. ``Mailbox`` decides which events it
/// delivers, and in which order.
@usableFromInline
final class ActorDelivery<Definition: StateDefinition>: Sendable {
    @usableFromInline typealias Outcome = StateMachine<Definition>.Outcome

    /// The actor of the machine, unless it is the main actor; weak, because the actor usually owns
    /// the machine.
    @usableFromInline weak let customActor: (any Actor)?

    /// The main actor, if the machine is isolated to it.
    ///
    /// The main actor is never released, and a weak reference to it would look like a leak.
    @usableFromInline let mainActor: MainActor?

    @inlinable var actor: (any Actor)? { mainActor ?? customActor }

    /// Whether the mailbox currently delivers to this object.
    @usableFromInline let isAttached = Atomic(false)

    /// The machine, which is used only on `actor` and only while the mailbox delivers to this
    /// object.
    ///
    /// The compiler cannot check a reference that leaves an actor and returns to it. The reference
    /// is safe in both of the possible cases:
    /// - A function that is isolated to `actor` creates this object from a machine. The compiler
    ///   then keeps the machine on that actor.
    /// - A run that is not isolated to an actor creates this object with its own ``RunActor``. The
    ///   caller of the run, which has access to the machine, is suspended until the run has
    ///   detached this object on that actor.
    @usableFromInline nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on actor: any Actor) {
        self.machine = machine
        mainActor = actor as? MainActor
        customActor = actor is MainActor ? nil : actor
    }

    /// Delivers an event with a direct call to the actor, unless posted events must come first.
    ///
    /// - Returns: The outcome, or `nil` if the event must go through the mailbox.
    @inlinable
    func deliver(_ event: Definition.Event, pastEmpty mailbox: Mailbox<Definition>) async -> Outcome? {
        guard let actor else { return nil }
        return await deliver(event, pastEmpty: mailbox, isolation: actor)
    }

    @inlinable
    func deliver(
        _ event: Definition.Event,
        pastEmpty mailbox: Mailbox<Definition>,
        isolation: isolated any Actor
    ) -> Outcome? {
        guard isAttached.load(ordering: .acquiring), !mailbox.hasPosted.load(ordering: .acquiring) else { return nil }
        return machine?.send(event)
    }

    /// Delivers an event after the events that were posted before it.
    ///
    /// - Returns: The outcome, or `nil` if the mailbox no longer delivers to this object.
    func deliver(
        _ posted: PostedEvent<Definition>,
        behind end: Int,
        from mailbox: Mailbox<Definition>
    ) async -> Outcome? {
        guard let actor else { return mailbox.detachLost(self) ? .dropped(.released) : nil }
        return await deliver(posted, behind: end, from: mailbox, isolation: actor)
    }

    /// Delivers the posted events.
    func deliverPosted(from mailbox: Mailbox<Definition>) async {
        guard let actor else {
            _ = mailbox.detachLost(self)
            return
        }
        _ = await deliverPosted(upTo: .max, from: mailbox, isolation: actor)
    }

    private func deliver(
        _ posted: PostedEvent<Definition>,
        behind end: Int,
        from mailbox: Mailbox<Definition>,
        isolation: isolated any Actor
    ) async -> Outcome? {
        guard await deliverPosted(upTo: end, from: mailbox, isolation: isolation) else { return nil }
        return machine?.receive(posted.event, from: posted.instance) ?? .dropped(.released)
    }

    /// Delivers the posted events in batches, so that other code can use the actor between two
    /// batches.
    ///
    /// - Returns: Whether the mailbox still delivers to this object.
    private func deliverPosted(
        upTo end: Int,
        from mailbox: Mailbox<Definition>,
        isolation: isolated any Actor
    ) async -> Bool {
        while let events = mailbox.takePosted(at: self, upTo: end) {
            if events.isEmpty { return true }
            for posted in events { _ = machine?.receive(posted.event, from: posted.instance) }
            await Task.yield()
        }
        return false
    }

    /// Drives the machine on its actor until its run has ended, and detaches this delivery.
    func drive(from mailbox: Mailbox<Definition>) async {
        guard let actor else { return }
        await drive(from: mailbox, isolation: actor)
    }

    private func drive(from mailbox: Mailbox<Definition>, isolation: isolated any Actor) async {
        if let machine { await machine.runtime?.driver?.drive(machine, isolation: isolation) }
        let left = mailbox.detach(self)
        machine?.receive(left)
    }
}
#endif
