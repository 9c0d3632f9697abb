#if !hasFeature(Embedded)
public import Synchronization

extension StateMachine {
    /// A value that delivers events to a machine from anywhere: another actor, a child task, or a
    /// callback on another thread.
    ///
    /// ```swift
    /// let sender = machine.sender()
    /// Task.detached {
    ///     let outcome = await sender.send(.playerFailed("no signal"))
    /// }
    /// ```
    ///
    /// Events are handled in the order in which they arrive. How long `await send(event)` takes to
    /// return depends on the machine:
    /// - If the machine is isolated to an actor, `send` waits until the machine has processed the
    ///   event there. That keeps a fast sender from flooding the machine (back pressure).
    /// - If the machine isn't isolated to an actor, `send` waits in the same way during a `run`. At
    ///   other times, it returns `.enqueued` immediately, and the machine handles the event in its
    ///   next `run`.
    /// - If the machine was stopped or released, `send` returns `.dropped` immediately.
    ///
    /// When `run` passes a sender to an activity's work, the sender works only until the machine
    /// exits the activity or the run is over. After that, the machine drops the sender's events,
    /// even if it has entered an equal activity in the meantime.
    ///
    /// <doc:IsolationAndSenders> explains where to create a sender and which order you can rely on.
    public struct Sender: Sendable {
        @usableFromInline let mailbox: Mailbox<Definition>

        /// The activity instance whose work received this sender, if any.
        @usableFromInline let instance: ActivityInstance<Definition>?

        /// The mailbox's way to the machine's actor, as it was when this sender was created; `nil`
        /// if the sender belongs to an instance.
        @usableFromInline let delivery: ActorDelivery<Definition>?

        init(mailbox: Mailbox<Definition>) {
            self.mailbox = mailbox
            instance = nil
            delivery = mailbox.delivery
        }

        init(instance: ActivityInstance<Definition>) {
            self.mailbox = instance.mailbox
            self.instance = instance
            delivery = nil
        }

        /// Sends an event, and waits for its outcome.
        ///
        /// - Returns: The outcome, or `.enqueued` if the machine isn't isolated to an actor and no
        ///   run is in progress.
        @inlinable
        @discardableResult
        nonisolated(nonsending) public func send(_ event: Event) async -> Outcome {
            // `if let instance` would retain the instance during the call.
            if instance != nil {
                if let outcome = await instance.unsafelyUnwrapped.deliver(event) { return outcome }
            } else if !mailbox.hasWaiting.load(ordering: .acquiring), let outcome = await delivery?.deliver(event) {
                return outcome
            }
            return await sendByMailbox(event)
        }

        @usableFromInline
        nonisolated(nonsending) func sendByMailbox(_ event: Event) async -> Outcome {
            await mailbox.send(event, from: instance)
        }

        /// Sends an event, and waits for its outcome.
        ///
        /// If you name a sender `send`, you can call it like a function: `await send(.stop)`.
        ///
        /// - Returns: The outcome, as for ``send(_:)``.
        @inlinable
        @discardableResult
        nonisolated(nonsending) public func callAsFunction(_ event: Event) async -> Outcome {
            await send(event)
        }

        /// Sends an event without waiting for the outcome, for example from a callback.
        ///
        /// Only the machine's hooks learn the outcome. If the machine has been released, the event
        /// is silently dropped. This method provides no back pressure.
        public func post(_ event: Event) {
            mailbox.post(event, from: instance)
        }
    }
}

extension StateMachine.Sender: Hashable {
    /// Returns whether two senders deliver events to the same machine and, if `run` passed them to
    /// an activity's work, for the same work.
    ///
    /// If the machine enters an activity again, the sender that the new work receives isn't equal
    /// to the previous one.
    public static func == (one: Self, other: Self) -> Bool {
        one.mailbox === other.mailbox && one.instance === other.instance
    }

    /// Hashes the identities that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(mailbox))
        hasher.combine(instance.map { ObjectIdentifier($0) })
    }
}

extension StateMachine.Sender: CustomStringConvertible {
    /// The definition's name, followed by the activity's name if the sender was passed to its work.
    ///
    /// Examples are `Sender(Search)` and `Sender(Search, for request)`.
    public var description: String {
        guard let instance else { return "Sender(\(Definition.self))" }
        return "Sender(\(Definition.self), for \(caseName(of: instance.activity)))"
    }
}
#endif
