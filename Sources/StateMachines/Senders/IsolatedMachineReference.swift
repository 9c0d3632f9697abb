#if !hasFeature(Embedded)
public import Synchronization

/// A weak reference to a machine, with the actor that the machine is isolated to.
///
/// Deliveries hop to that actor.
@usableFromInline
final class IsolatedMachineReference<Definition: StateDefinition>: Sendable {
    @usableFromInline typealias Outcome = StateMachine<Definition>.Outcome

    /// Weak, since the actor usually owns the machine.
    @usableFromInline weak let customActor: (any Actor)?

    /// The main actor, if the machine is isolated to it.
    ///
    /// It is never released, and a weak reference to it would look like a leak.
    @usableFromInline let mainActor: MainActor?

    @inlinable var actor: (any Actor)? { mainActor ?? customActor }

    /// Whether the mailbox delivers here at present.
    @usableFromInline let isAttached = Atomic(false)

    /// Used only while isolated to `actor`, and only while the mailbox delivers here.
    ///
    /// The compiler cannot check a reference that leaves an actor and comes back to it. It is safe
    /// in the two cases that exist. Either a function that is isolated to `actor` and has the
    /// machine makes it; then the compiler keeps the machine on that actor. Or a run outside every
    /// actor makes it, with a ``RunActor`` of its own; then the run's caller, which has the
    /// machine, is suspended until the run has detached the reference on that actor.
    @usableFromInline nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on actor: any Actor) {
        self.machine = machine
        mainActor = actor as? MainActor
        customActor = actor is MainActor ? nil : actor
    }

    /// Delivers an event by an actor call alone, unless posted events have to come first.
    ///
    /// - Returns: What became of it; `nil` if it has to go through the mailbox.
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

    /// Delivers an event after those that were posted before it.
    ///
    /// - Returns: What became of it; `nil` if the mailbox does not deliver here any more.
    func deliver(
        _ posted: PostedEvent<Definition>,
        behind end: Int,
        from mailbox: Mailbox<Definition>
    ) async -> Outcome? {
        guard let actor else { return mailbox.detachLost(self) ? .dropped(.released) : nil }
        return await deliver(posted, behind: end, from: mailbox, isolation: actor)
    }

    /// Delivers what was posted.
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

    /// Delivers what was posted a batch at a time, so that others can use the actor in between.
    ///
    /// - Returns: Whether the mailbox still delivers here.
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

    /// Drives the machine on its actor until its run has ended, and detaches this reference.
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
