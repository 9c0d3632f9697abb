#if !hasFeature(Embedded)
extension StateMachine {
    /// Delivers events to a machine from anywhere: other actors, child tasks, callbacks on other threads.
    ///
    /// ```swift
    /// let sender = machine.sender
    /// Task.detached {
    ///     let outcome = await sender.send(.playerFailed("no signal"))
    /// }
    /// ```
    ///
    /// Events are handled in the order in which they arrive at the machine. To wait for the outcome is to wait until the
    /// event has been processed, which is back pressure. It always comes:
    /// - A machine that was made on an actor handles the event there.
    /// - One that was made outside every actor can only be driven by a `run`. Without one, the outcome is `.enqueued`, and the
    ///   event is kept for the next `run`.
    /// - A machine that is stopped, or gone, drops it.
    ///
    /// The sender that an activity is given counts for one instance: once the machine has exited that instance, its events are
    /// stale, and dropped.
    public struct Sender: Sendable {
        let mailbox: Mailbox<Definition>
        let instance: ActivityInstance<Activity>?

        /// Sends an event and waits until it has been processed.
        @discardableResult
        public func send(_ event: Event) async -> Outcome {
            await withCheckedContinuation { mailbox.post(event, from: instance, reply: $0) }
        }

        /// Sends an event from synchronous code, and does not wait.
        public func send(_ event: Event) {
            mailbox.post(event, from: instance, reply: nil)
        }

        /// Sends an event and waits until it has been processed.
        @discardableResult
        public func callAsFunction(_ event: Event) async -> Outcome {
            await send(event)
        }

        /// Sends an event from synchronous code, and does not wait.
        public func callAsFunction(_ event: Event) {
            send(event)
        }
    }

    /// A handle that delivers events to this machine from any isolation. It does not keep the machine alive.
    public var sender: Sender {
        Sender(mailbox: mailbox, instance: nil)
    }

    /// Where events from elsewhere arrive.
    var mailbox: Mailbox<Definition> {
        if let mailbox = attachments?.mailbox { return mailbox }
        let mailbox = Mailbox(deliveringTo: isolation.map { MachineAddress(of: self, on: $0) })
        if phase.contains(.stopped) { mailbox.close() }
        attach { $0.mailbox = mailbox }
        return mailbox
    }

    /// Handles an event from elsewhere, unless it comes from an instance that has been exited.
    func receive(_ letter: Mailbox<Definition>.Letter) -> Outcome {
        if let instance = letter.instance, instance.isRetired { return drop(letter.event, because: .stale) }
        return send(letter.event)
    }
}
#endif
