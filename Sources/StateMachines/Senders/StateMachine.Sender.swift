#if !hasFeature(Embedded)
public import Synchronization

extension StateMachine {
    /// A value that delivers events to a machine from anywhere, such as other actors, child tasks
    /// and callbacks on other threads.
    ///
    /// ```swift
    /// let sender = machine.sender()
    /// Task.detached {
    ///     let outcome = await sender.send(.playerFailed("no signal"))
    /// }
    /// ```
    ///
    /// Events are handled in the order in which they arrive. `await send(event)` returns when the
    /// machine has processed the event, which provides back pressure. It always returns, with an
    /// outcome that depends on the machine:
    /// - A machine that is isolated to an actor handles the event there.
    /// - A machine that is not isolated to an actor handles the event during a `run`. Between two
    ///   runs, the outcome is `.enqueued`, and the machine handles the event in the next `run`.
    /// - A stopped or released machine drops the event.
    ///
    /// A sender that `run` passes to an activity's work belongs to that instance of the activity.
    /// Once the machine has exited the instance, it drops this sender's events, because they are
    /// stale.
    ///
    /// <doc:IsolationAndSenders> explains where to create a sender and which order you can rely on.
    public struct Sender: Sendable {
        @usableFromInline let mailbox: Mailbox<Definition>

        /// An instance whose work received this sender, if any.
        @usableFromInline let instance: ActivityInstance<Definition>?

        /// The mailbox's delivery when this sender was created; `nil` if the sender belongs to an
        /// instance.
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

        /// Sends an event and waits until the machine has processed it.
        ///
        /// - Returns: The event's outcome.
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

        /// Sends an event and waits until the machine has processed it.
        ///
        /// If you name a sender `send`, you can call it like a function: `await send(.stop)`.
        ///
        /// - Returns: The event's outcome.
        @inlinable
        @discardableResult
        nonisolated(nonsending) public func callAsFunction(_ event: Event) async -> Outcome {
            await send(event)
        }

        /// Sends an event without waiting for the outcome, for example from a callback.
        ///
        /// Only the machine's hooks learn the outcome, and if the machine has been released, nobody
        /// does. This method provides no back pressure.
        public func post(_ event: Event) {
            mailbox.post(event, from: instance)
        }
    }
}

extension StateMachine.Sender: Hashable {
    /// Returns whether two senders deliver events to one machine and, if they belong to an
    /// activity, on behalf of one instance.
    public static func == (one: Self, other: Self) -> Bool {
        one.mailbox === other.mailbox && one.instance === other.instance
    }

    /// Hashes the identity of the machine's mailbox and, if there is one, of the instance.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(mailbox))
        hasher.combine(instance.map { ObjectIdentifier($0) })
    }
}

extension StateMachine.Sender: CustomStringConvertible {
    /// The definition's name, followed by the activity's name if the sender belongs to an instance.
    ///
    /// Examples are `Sender(Search)` and `Sender(Search, for request)`.
    public var description: String {
        guard let instance else { return "Sender(\(Definition.self))" }
        return "Sender(\(Definition.self), for \(caseName(of: instance.activity)))"
    }
}
#endif
