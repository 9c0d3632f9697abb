#if !hasFeature(Embedded)
/// An event in the mailbox: a posted event, or an event that was sent while other events waited.
struct WaitingEvent<Definition: StateDefinition>: Sendable {
    typealias Outcome = StateMachine<Definition>.Outcome

    let event: Definition.Event

    /// An instance that sent the event, if any.
    let instance: ActivityInstance<Definition>?

    /// A sender that waits for the outcome; `nil` for a posted event.
    var sender: CheckedContinuation<Outcome, Never>?

    /// Tells the sender the outcome, if a sender waits for it.
    ///
    /// Every event is removed from the mailbox once, and whoever takes it from there calls this
    /// method.
    func end(with outcome: Outcome) {
        sender?.resume(returning: outcome)
    }
}
#endif
