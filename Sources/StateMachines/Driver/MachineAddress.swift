#if !hasFeature(Embedded)
public import Synchronization

/// Where a machine can be reached: from everywhere, but only by going there.
@usableFromInline
final class MachineAddress<Definition: StateDefinition>: Sendable {
    @usableFromInline typealias Outcome = StateMachine<Definition>.Outcome

    /// Weak, since the actor usually owns the machine.
    @usableFromInline weak let otherActor: (any Actor)?

    /// The main actor, if that is the home: it lives for ever, and a weak reference to it would look like a leak.
    @usableFromInline let mainActor: MainActor?

    @inlinable var home: (any Actor)? { mainActor ?? otherActor }

    /// Whether the mailbox says that this is where the machine can be reached, as it is for one stretch of time.
    @usableFromInline let isOpen = Atomic(false)

    /// Only ever used inside `home`, and only while the mailbox says that this is where the machine can be reached.
    ///
    /// The compiler cannot follow a reference that leaves an actor and comes back to it. An address is made either by a call
    /// that is isolated to `home` and has the machine at hand; then the compiler keeps the machine there. Or it is made by a
    /// run outside every actor, for a stage of its own; then the caller, who has the machine, is suspended in that run until
    /// the run has left the address, which it does on the stage.
    @usableFromInline nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on home: any Actor) {
        self.machine = machine
        mainActor = home as? MainActor
        otherActor = home is MainActor ? nil : home
    }

    /// Has the machine handle an event, unless others that were posted come before it: no more than a call of the actor.
    ///
    /// - Returns: What became of it; `nil` if it has to go the long way, by the mailbox.
    @inlinable
    func deliver(_ event: Definition.Event, pastEmpty mailbox: Mailbox<Definition>) async -> Outcome? {
        guard let home else { return nil }
        return await deliver(event, pastEmpty: mailbox, isolation: home)
    }

    @inlinable
    func deliver(
        _ event: Definition.Event,
        pastEmpty mailbox: Mailbox<Definition>,
        isolation: isolated any Actor
    ) -> Outcome? {
        guard isOpen.load(ordering: .acquiring), !mailbox.hasPosted.load(ordering: .acquiring) else { return nil }
        return machine?.send(event)
    }

    /// Has the machine handle an event, after those that were posted before it.
    ///
    /// - Returns: What became of it; `nil` if the machine cannot be reached here any more.
    func deliver(
        _ posted: PostedEvent<Definition>,
        behind end: Int,
        from mailbox: Mailbox<Definition>
    ) async -> Outcome? {
        guard let home else { return mailbox.abandon(self) ? .dropped(.stopped) : nil }
        return await deliver(posted, behind: end, from: mailbox, isolation: home)
    }

    /// Has the machine handle what was posted.
    func deliverPosted(from mailbox: Mailbox<Definition>) async {
        guard let home else {
            _ = mailbox.abandon(self)
            return
        }
        _ = await deliverPosted(upTo: .max, from: mailbox, isolation: home)
    }

    private func deliver(
        _ posted: PostedEvent<Definition>,
        behind end: Int,
        from mailbox: Mailbox<Definition>,
        isolation: isolated any Actor
    ) async -> Outcome? {
        guard await deliverPosted(upTo: end, from: mailbox, isolation: isolation) else { return nil }
        return machine?.receive(posted.event, from: posted.instance) ?? .dropped(.stopped)
    }

    /// Handles what was posted a few at a time, so that others get at the actor in between.
    ///
    /// - Returns: Whether the machine can still be reached here.
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

    /// Drives the machine here until its run has ended, and leaves.
    func drive(from mailbox: Mailbox<Definition>) async {
        guard let home else { return }
        await drive(from: mailbox, isolation: home)
    }

    private func drive(from mailbox: Mailbox<Definition>, isolation: isolated any Actor) async {
        await machine?.drive(isolation: isolation)
        let left = mailbox.leave(self)
        machine?.receive(left)
    }
}

/// Where a machine is driven that lives outside every actor.
actor Stage {}
#endif
