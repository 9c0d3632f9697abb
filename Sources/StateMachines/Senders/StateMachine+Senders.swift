#if !hasFeature(Embedded)
extension StateMachine {
    /// Makes a handle that delivers events to this machine from any isolation.
    ///
    /// It does not keep the machine alive.
    ///
    /// Events are handled on the actor that calls this method. (A property does not know its
    /// caller's actor. Neither does the initializer, which may run before the object that owns the
    /// machine belongs to its actor.) A function that calls it for others has to pass the isolation
    /// on:
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
        if let isolation { _ = mailbox.attach(IsolatedMachineReference(of: self, on: isolation), outlastingRun: true) }
        return Sender(mailbox: mailbox)
    }

    /// The mailbox, made if there is none yet.
    func mailbox() -> Mailbox<Definition> {
        if let mailbox = runtime?.mailbox { return mailbox }
        let mailbox = Mailbox<Definition>()
        makeRuntimeIfNeeded().mailbox = mailbox
        if flags.contains(.stopped) { _ = mailbox.close(because: .stopped) }
        return mailbox
    }
}
#endif
