#if !hasFeature(Embedded)
/// The error for a rejected event, with the state that rejected it.
///
/// ```swift
/// let machine = StateMachine(Door.open)
/// print(try machine.send(.lock).get())
/// // throws "Invalid transition: open does not handle lock"
/// ```
public struct InvalidTransition<Definition: StateDefinition>: Error {
    /// The state that rejected the event.
    ///
    /// The rejection did not change this state.
    public let state: Definition

    /// The rejected event.
    public let event: Definition.Event

    /// Creates an error from a state and the event that it rejected.
    @inlinable
    public init(state: Definition, event: Definition.Event) {
        self.state = state
        self.event = event
    }
}

extension InvalidTransition: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension InvalidTransition: Hashable where Definition: Hashable, Definition.Event: Hashable {}

extension InvalidTransition: CustomStringConvertible {
    /// One sentence that names the state and the event by their cases, without payloads.
    ///
    /// For a value that is not an enum, such as a state with regions, the sentence contains Swift's
    /// own description of the value.
    public var description: String {
        "Invalid transition: \(caseName(of: state)) does not handle \(caseName(of: event))"
    }
}

/// Returns the name of a value's enum case, and of an enum case in its payload: `idle`,
/// `loaded(data)`.
///
/// If the type has its own description, the function returns that description. For a value that is
/// not an enum, it returns Swift's description.
package func caseName(of value: Any) -> String {
    if let value = value as? any CustomStringConvertible { return value.description }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label else {
        return String(describing: value)
    }
    guard Mirror(reflecting: payload.value).displayStyle == .enum else { return name }
    return "\(name)(\(caseName(of: payload.value)))"
}
#endif
