public import StateMachines

/// What a system under test says about an event.
public enum SystemOutcome: Hashable, Sendable {
    /// The event was handled.
    case handled

    /// The event was not handled, and the system is as it was.
    case rejected

    /// The system does not say: only its state is compared.
    case unknown

    /// The outcome in a model that knows only whether it has handled an event.
    public init(isHandled: Bool) {
        self = isHandled ? .handled : .rejected
    }

    /// The outcome of an event in a machine; ``unknown`` for an enqueued event.
    ///
    /// - Throws: The reason, if the machine has dropped the event.
    public init<Definition: StateDefinition>(
        _ outcome: StateMachine<Definition>.Outcome
    ) throws(StateMachine<Definition>.DropReason) {
        switch outcome {
        case .handled: self = .handled
        case .rejected: self = .rejected
        case .enqueued: self = .unknown
        case .dropped(let reason): throw reason
        }
    }
}
