/// The error that ``StateDefinition/handleEvent(_:)`` throws when it does not handle the event in its present state.
///
/// ```swift
/// case (.idle, .stop): throw .invalid
/// ```
public struct TransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    init() {}

    /// The event makes no sense in this state.
    @inlinable
    public static var invalid: TransitionError { TransitionError() }

    /// The words "invalid transition"; ``InvalidTransition`` names the state and the event.
    public var description: String { "invalid transition" }
}
