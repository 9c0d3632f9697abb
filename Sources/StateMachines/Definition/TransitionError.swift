/// What ``StateDefinition/handleEvent(_:)`` throws when it does not handle an event in its present
/// state.
///
/// ```swift
/// case (.idle, .stop): throw .invalid
/// ```
///
/// It carries nothing, so throwing it allocates nothing. A ``StateMachine`` turns it into an
/// ``InvalidTransition``, which names the state and the event.
public struct TransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    init() {}

    /// The event makes no sense in this state.
    @inlinable
    public static var invalid: TransitionError { TransitionError() }

    /// The words "invalid transition".
    public var description: String { "invalid transition" }
}
