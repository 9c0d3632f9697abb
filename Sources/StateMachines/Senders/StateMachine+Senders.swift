#if !hasFeature(Embedded)
extension StateMachine {
    /// Returns a sender that delivers events to this machine from any isolation.
    ///
    /// The sender does not keep the machine alive.
    ///
    /// The machine handles the events of the sender on the actor on which you call this method.
    ///
    /// This is a method because a property has no `isolation` parameter and cannot determine the
    /// actor of its caller. The initializer of the machine cannot determine the actor either,
    /// because an object can create its machine before the object itself is isolated to an actor.
    ///
    /// The initial value of a property has no isolation, even in a class on the main actor, and
    /// even if the property is `lazy`, static or global. A sender that is created there delivers
    /// its events only during a ``run(isolation:until:perform:)``. Create it in a method, a
    /// computed property or the initializer of the class, or name the actor:
    ///
    /// ```swift
    /// @MainActor
    /// final class Player {
    ///     private let machine = StateMachine(StreamState.idle)
    ///     lazy var sender = machine.sender(isolation: MainActor.shared)
    /// }
    /// ```
    ///
    /// If you wrap this method in a function, give the function an `isolation` parameter as well.
    /// The function then passes the isolation of its caller to `sender`:
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
    /// - Parameter isolation: The isolation of the caller, which is passed by default except in
    ///   initial values.
    public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender {
        let mailbox = mailbox()
        if let isolation { _ = mailbox.attach(ActorDelivery(of: self, on: isolation), outlastingRun: true) }
        return Sender(mailbox: mailbox)
    }

    /// Returns the mailbox and creates it first if necessary.
    func mailbox() -> Mailbox<Definition> {
        if let mailbox = runtime?.mailbox { return mailbox }
        let mailbox = Mailbox<Definition>()
        makeRuntimeIfNeeded().mailbox = mailbox
        if flags.contains(.stopped) { mailbox.close() }
        return mailbox
    }
}
#endif
