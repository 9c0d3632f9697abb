#if !hasFeature(Embedded)
extension StateMachine {
    /// Returns a sender that delivers events to this machine from any isolation.
    ///
    /// The machine handles the sender's events on the actor on which you call this method. A sender
    /// doesn't keep its machine alive.
    ///
    /// Create the sender in a method, a computed property or an initializer. The initial value of a
    /// property has no isolation, even in a class on the main actor and even if the property is
    /// `lazy`, static or global, so a sender created there delivers its events only during a
    /// ``run(isolation:until:perform:)``. If you have to create it there, name the actor:
    ///
    /// ```swift
    /// @MainActor
    /// final class Player {
    ///     private let machine = StateMachine(StreamState.idle)
    ///     lazy var sender = machine.sender(isolation: MainActor.shared)
    /// }
    /// ```
    ///
    /// If you wrap this method in a function, give that function an `isolation` parameter as well,
    /// so that it passes its caller's isolation on:
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
    /// A property could not take the place of this method, because it has no `isolation` parameter
    /// and cannot determine its caller's actor. Neither can the machine's initializer, because an
    /// object can create its machine before the object itself is isolated to an actor.
    ///
    /// - Parameter isolation: The caller's isolation, which is passed by default except in initial
    ///   values.
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
