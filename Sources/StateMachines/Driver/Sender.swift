#if !hasFeature(Embedded)
extension StateMachine {
    /// Delivers events to a machine from anywhere: other actors, child tasks, callbacks on other threads.
    ///
    /// ```swift
    /// let sender = machine.sender()
    /// Task.detached {
    ///     let outcome = await sender.send(.playerFailed("no signal"))
    /// }
    /// ```
    ///
    /// Events are handled in the order in which they arrive at the machine. To wait for the outcome is to wait until the
    /// event has been processed, which is back pressure. It always comes:
    /// - A machine that lives on an actor handles the event there.
    /// - One that lives outside every actor can only be reached by a `run`. Without one, the outcome is `.enqueued`, and the
    ///   event is kept for the next `run`.
    /// - A machine that is stopped, or gone, drops it.
    ///
    /// The sender that an activity is given counts for one instance: once the machine has exited that instance, its events are
    /// stale, and dropped.
    public struct Sender: Sendable {
        @usableFromInline let mailbox: Mailbox<Definition>

        /// The instance of an activity that this belongs to, if it was given to one.
        @usableFromInline let instance: ActivityInstance<Definition>?

        /// Where the machine could be reached when this was made, if it belongs to no instance.
        @usableFromInline let address: MachineAddress<Definition>?

        init(mailbox: Mailbox<Definition>) {
            self.mailbox = mailbox
            instance = nil
            address = mailbox.address
        }

        init(instance: ActivityInstance<Definition>) {
            self.mailbox = instance.mailbox
            self.instance = instance
            address = nil
        }

        /// Sends an event and waits until it has been processed.
        @inlinable
        @discardableResult
        public func send(_ event: Event) async -> Outcome {
            // To bind the instance would be to retain it for the time of the call.
            if instance != nil {
                if let outcome = await instance.unsafelyUnwrapped.deliver(event) { return outcome }
            } else if let outcome = await address?.deliver(event, pastEmpty: mailbox) {
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

        /// Sends an event and does not wait, from a callback for instance.
        ///
        /// What becomes of it when it reaches the machine is told to the machine's hooks. Nothing holds back who posts faster
        /// than the machine handles, and nothing tells who posts to a machine that is gone.
        public func post(_ event: Event) {
            mailbox.post(PostedEvent(event: event, instance: instance))
        }
    }

    /// Makes a handle that delivers events to this machine from any isolation.
    ///
    /// It does not keep the machine alive.
    ///
    /// It is a method, because where it is called is where the events will be handled. (A property could not know, and
    /// neither could the initializer: it may run before the object that holds the machine belongs to its actor.) A function
    /// that calls it on behalf of others has to pass the isolation on, or it is its own, none at all, that counts:
    ///
    /// ```swift
    /// final class Model {
    ///     private let machine = StateMachine(StreamState.idle)
    ///
    ///     func sender(isolation: isolated (any Actor)? = #isolation) -> StateMachine<StreamState>.Sender {
    ///         machine.sender()
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter isolation: Leave it out; it is the actor that this is called from.
    public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender {
        let mailbox = mailbox()
        if let isolation { _ = mailbox.open(MachineAddress(of: self, on: isolation), outlastingRun: true) }
        return Sender(mailbox: mailbox)
    }

    /// Where events from elsewhere arrive.
    func mailbox() -> Mailbox<Definition> {
        if let mailbox = attachments?.mailbox { return mailbox }
        let mailbox = Mailbox<Definition>()
        attachmentsMadeIfNeeded().mailbox = mailbox
        if phase.contains(.stopped) { _ = mailbox.close() }
        return mailbox
    }

    /// Handles what was posted, in order.
    func receive(_ events: [PostedEvent<Definition>]) {
        for posted in events { _ = receive(posted.event, from: posted.instance) }
    }

    /// Handles an event from elsewhere, unless it comes from an instance that has been exited.
    func receive(_ event: Event, from instance: ActivityInstance<Definition>?) -> Outcome {
        if let instance, instance.isRetired { return drop(event, because: .stale) }
        return isBusy && !phase.contains(.stopped) ? enqueue(event, from: instance) : send(event)
    }
}
#endif
