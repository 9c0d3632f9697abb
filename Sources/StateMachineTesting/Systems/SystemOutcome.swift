public import StateMachines

/// The result that a system under test reports for an event.
public enum SystemOutcome: Hashable, Sendable {
    /// The event was handled.
    case handled

    /// The event was rejected, and the system did not change.
    case rejected

    /// The system does not report a result, so a run compares only its state.
    case unknown

    /// Creates the outcome of an event that a system has either handled or rejected.
    public init(isHandled: Bool) {
        self = isHandled ? .handled : .rejected
    }

    /// Creates the outcome of an event in a machine.
    ///
    /// For an enqueued event, the outcome is ``unknown``.
    ///
    /// - Throws: The drop reason, if the machine has dropped the event.
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
