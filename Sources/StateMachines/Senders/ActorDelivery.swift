#if !hasFeature(Embedded)
public import Synchronization

/// An object that delivers events to a machine on the machine's actor.
///
/// Its references to the machine and the actor are weak. ``Mailbox`` decides which events it
/// delivers, and in which order.
@usableFromInline
final class ActorDelivery<Definition: StateDefinition>: Sendable {
    @usableFromInline typealias Outcome = StateMachine<Definition>.Outcome

    /// The machine's actor, unless it is the main actor; weak, because the actor usually owns the
    /// machine.
    @usableFromInline weak let customActor: (any Actor)?

    /// The main actor, if the machine is isolated to it.
    ///
    /// This reference is strong: the main actor is never released, and a weak reference would look
    /// like a leak.
    @usableFromInline let mainActor: MainActor?

    @inlinable var actor: (any Actor)? { mainActor ?? customActor }

    /// Whether the mailbox currently delivers to this object.
    @usableFromInline let isAttached = Atomic(false)

    /// The machine, which is used only on `actor` and only while the mailbox delivers to this
    /// object.
    ///
    /// A reference that leaves an actor and returns to it is more than the compiler can check. It
    /// is safe in both of the possible cases:
    /// - A function that is isolated to `actor` creates this object from a machine. The compiler
    ///   then keeps the machine on that actor.
    /// - A run that is not isolated to an actor creates this object with its own ``RunActor``. Its
    ///   caller, which has access to the machine, is suspended until the run has detached this
    ///   object on that actor.
    @usableFromInline nonisolated(unsafe) weak let machine: StateMachine<Definition>?

    init(of machine: StateMachine<Definition>, on actor: any Actor) {
        self.machine = machine
        mainActor = actor as? MainActor
        customActor = actor is MainActor ? nil : actor
    }

    /// Delivers an event with a direct call to the actor.
    ///
    /// - Returns: The outcome, or `nil` if the event must go through the mailbox, because the
    ///   mailbox no longer delivers to this object or the caller is within a turn of the machine,
    ///   for example in an immediate task that a hook has started.
    @inlinable
    nonisolated(nonsending) func deliver(_ event: Definition.Event) async -> Outcome? {
        guard let actor else { return nil }
        return await deliver(event, isolation: actor)
    }

    @inlinable
    func deliver(_ event: Definition.Event, isolation: isolated any Actor) -> Outcome? {
        guard isAttached.load(ordering: .acquiring), let machine, !machine.isBusy else { return nil }
        return machine.send(event)
    }

    // MARK: Delivery of waiting events

    private typealias Drain = @isolated(any) () async -> Void

    /// Starts a task that delivers waiting events.
    ///
    /// No sender owns this task: it has no task-local values and is never cancelled. It begins on
    /// the actor, without waiting for a thread that first switches to the actor.
    ///
    /// - Returns: Whether the task was started; it cannot be if the actor has been released.
    func startDrain(of mailbox: Mailbox<Definition>, priority: TaskPriority) -> Bool {
        guard let actor else { return false }
        // A closure is isolated to an actor only if a function that is isolated to this actor
        // creates it. The function does nothing else, so any thread may call it. The type system
        // cannot express that.
        typealias Isolated = (ActorDelivery, Mailbox<Definition>, TaskPriority, isolated any Actor) -> Drain
        typealias Callable = (ActorDelivery, Mailbox<Definition>, TaskPriority, any Actor) -> Drain
        let makeDrain = unsafeBitCast(Self.makeDrain as Isolated, to: Callable.self)
        // The closure captures only `Sendable` values.
        nonisolated(unsafe) let drain = makeDrain(self, mailbox, priority, actor)
        Task.detached(priority: priority, operation: drain)
        return true
    }

    private static func makeDrain(
        of delivery: ActorDelivery,
        from mailbox: Mailbox<Definition>,
        priority: TaskPriority,
        on actor: isolated any Actor
    ) -> Drain {
        {
            mailbox.drainDidStart(at: delivery, priority: priority)
            delivery.deliverWaiting(from: mailbox, isolation: actor)
        }
    }

    /// Delivers the first waiting events.
    ///
    /// Another task delivers the rest, so that other code can use the actor in between.
    private func deliverWaiting(from mailbox: Mailbox<Definition>, isolation: isolated any Actor) {
        for _ in 0..<64 {
            guard let waiting = mailbox.takeFirst(at: self) else { return }
            waiting.end(with: machine?.receive(waiting.event, from: waiting.instance) ?? .dropped(.released))
        }
        mailbox.scheduleDrain()
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
