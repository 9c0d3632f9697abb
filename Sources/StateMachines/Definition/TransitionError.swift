/// The error that ``StateDefinition/handleEvent(_:)`` throws to reject an event.
///
/// ```swift
/// case (.idle, .stop): throw .invalid
/// ```
///
/// The error contains no data, so throwing it allocates no memory. A ``StateMachine`` converts it
/// to an ``InvalidTransition``, which names the state and the event.
public struct TransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    init() {}

    /// The error for an event that the current state does not handle.
    @inlinable
    public static var invalid: TransitionError { TransitionError() }

    /// The text "invalid transition".
    public var description: String { "invalid transition" }
}
