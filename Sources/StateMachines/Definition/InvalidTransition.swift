#if !hasFeature(Embedded)
/// A rejected event, with the state that does not handle it.
///
/// ```swift
/// let machine = StateMachine(Door.open)
/// print(try machine.send(.lock).get())
/// // throws "Invalid transition: open does not handle lock"
/// ```
public struct InvalidTransition<Definition: StateDefinition>: Error {
    /// The state that the machine was in, and still is.
    public let state: Definition

    /// The event that this state does not handle.
    public let event: Definition.Event

    /// Describes a rejected event.
    @inlinable
    public init(state: Definition, event: Definition.Event) {
        self.state = state
        self.event = event
    }
}

extension InvalidTransition: Equatable where Definition: Equatable, Definition.Event: Equatable {}

extension InvalidTransition: CustomStringConvertible {
    /// One sentence that names the state and the event by their cases, without payloads.
    ///
    /// A value that is not an enum, such as a state with regions, is described as Swift describes
    /// it.
    public var description: String {
        "Invalid transition: \(caseName(of: state)) does not handle \(caseName(of: event))"
    }
}

/// The name of a value's enum case, with the case of a nested state: `idle`, `loaded(data)`.
///
/// A type's own description takes precedence. A value that is not an enum is described as Swift
/// describes it.
func caseName(of value: Any) -> String {
    if let value = value as? any CustomStringConvertible { return value.description }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label else {
        return String(describing: value)
    }
    guard Mirror(reflecting: payload.value).displayStyle == .enum else { return name }
    return "\(name)(\(caseName(of: payload.value)))"
}
#endif
