public import StateMachines

/// Something that has to behave as a definition does: a model, a server's client, another implementation.
///
/// Actors, classes of the main actor and values can conform; each function may be asynchronous and may throw, or not.
///
/// ```swift
/// extension VideoModel: SystemUnderTest {
///     func apply(_ event: VideoState.Event) throws -> Acceptance { try Acceptance(machine.send(event)) }
///     func observe() -> VideoState { machine.state }
/// }
/// try await trace.run(on: VideoModel())
/// ```
///
/// A system is `Sendable`. Where code belongs to the main actor unless it says otherwise (`.defaultIsolation(MainActor.self)`), a class
/// that conforms in its own declaration does not, because of that; write `@MainActor` there, or conform in an extension:
///
/// ```swift
/// @MainActor final class TurnstileModel: SystemUnderTest { … }
/// ```
///
/// Outputs are compared where a trace is run on a definition or a machine; a system shows what it outputs, if at all, in what is observed.
/// What lives elsewhere can be described by two closures instead: ``AnySystem``.
public protocol SystemUnderTest<Event, Observed>: Sendable {
    /// What can happen to it.
    associatedtype Event: Sendable

    /// What can be seen of its state: the state itself, or a view of it.
    associatedtype Observed: Equatable & Sendable

    /// Has the system handle an event, and returns when it has; called once for each event of a trace, in order.
    ///
    /// - Returns: Whether the event was handled; ``Acceptance/unknown`` if the system does not tell.
    /// - Throws: `TransitionError` or `InvalidTransition`, which mean that the event was rejected, or any other error, which
    ///   makes the run fail.
    mutating func apply(_ event: Event) async throws -> Acceptance

    /// Looks at the system; called before the first event and after each.
    func observe() async throws -> Observed
}

/// What a system says about an event.
public enum Acceptance: Hashable, Sendable {
    /// The event was handled.
    case handled

    /// The event was not handled, and the system is as it was.
    case rejected

    /// The system does not tell: only its state is compared.
    case unknown

    /// What is said by a model that knows only whether it has handled an event.
    public init(_ isHandled: Bool) {
        self = isHandled ? .handled : .rejected
    }

    /// What a machine says about an event; it does not tell yet about one that waits.
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
