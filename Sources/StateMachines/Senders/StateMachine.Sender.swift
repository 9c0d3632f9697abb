#if !hasFeature(Embedded)
extension StateMachine {
    /// Delivers events to a machine from anywhere: other actors, child tasks, callbacks on other
    /// threads.
    ///
    /// ```swift
    /// let sender = machine.sender()
    /// Task.detached {
    ///     let outcome = await sender.send(.playerFailed("no signal"))
    /// }
    /// ```
    ///
    /// Events are handled in the order in which they arrive at the machine. `await send(event)`
    /// returns when the event has been processed, which is back pressure. It always returns:
    /// - A machine on an actor handles the event there.
    /// - A machine outside every actor handles events during a `run`. Without one, the outcome is
    ///   `.enqueued`, and the event is stored for the next `run`.
    /// - A machine that is stopped or released drops it.
    ///
    /// The sender that is passed to an activity belongs to one instance of it: when the machine has
    /// exited that instance, its events are stale, and dropped.
    ///
    /// <doc:IsolationAndSenders> says where to make a sender.
    public struct Sender: Sendable {
        @usableFromInline let mailbox: Mailbox<Definition>

        /// The instance that this sender was passed to, if any.
        @usableFromInline let instance: ActivityInstance<Definition>?

        /// Where the mailbox delivered when this was made, if it belongs to no instance.
        @usableFromInline let reference: IsolatedMachineReference<Definition>?

        init(mailbox: Mailbox<Definition>) {
            self.mailbox = mailbox
            instance = nil
            reference = mailbox.reference
        }

        init(instance: ActivityInstance<Definition>) {
            self.mailbox = instance.mailbox
            self.instance = instance
            reference = nil
        }

        /// Sends an event and waits until it has been processed.
        @inlinable
        @discardableResult
        public func send(_ event: Event) async -> Outcome {
            // `if let instance` would retain it for the time of the call.
            if instance != nil {
                if let outcome = await instance.unsafelyUnwrapped.deliver(event) { return outcome }
            } else if let outcome = await reference?.deliver(event, pastEmpty: mailbox) {
                return outcome
            }
            return await sendByMailbox(event)
        }

        @usableFromInline
        func sendByMailbox(_ event: Event) async -> Outcome {
            await mailbox.send(PostedEvent(event: event, instance: instance))
        }

        /// Sends an event and waits until it has been processed.
        @inlinable
        @discardableResult
        public func callAsFunction(_ event: Event) async -> Outcome {
            await send(event)
        }

        /// Sends an event without waiting, from a callback for instance.
        ///
        /// Its outcome is reported to the machine's hooks alone. There is no back pressure, and no
        /// report if the machine is released.
        public func post(_ event: Event) {
            mailbox.post(PostedEvent(event: event, instance: instance))
        }
    }
}

extension StateMachine.Sender: CustomStringConvertible {
    /// The definition that the sender delivers to, with the activity that the sender belongs to, if
    /// any.
    ///
    /// For example `Sender(Search)` and `Sender(Search, for request)`.
    public var description: String {
        guard let instance else { return "Sender(\(Definition.self))" }
        return "Sender(\(Definition.self), for \(caseName(of: instance.activity)))"
    }
}
#endif
