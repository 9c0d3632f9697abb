/// The error that ``StateDefinition/handleEvent(_:)`` throws to reject an event without a further
/// reason.
///
/// ```swift
/// case (.idle, .stop): throw .invalid
/// ```
///
/// It carries no data, so throwing it allocates no memory; a ``StateMachine`` adds the state and
/// the event in an ``InvalidTransition``. To explain why a state rejects an event, throw a type of
/// your own; see ``StateDefinition/Rejection``.
public struct TransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    init() {}

    /// The error for an event that the current state does not handle.
    @inlinable
    public static var invalid: TransitionError { TransitionError() }

    /// The text "invalid transition".
    public var description: String { "invalid transition" }
}

#if !hasFeature(Embedded)
extension TransitionError: Codable {}
#endif
