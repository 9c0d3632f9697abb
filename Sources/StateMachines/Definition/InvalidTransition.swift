#if !hasFeature(Embedded)
/// The error for a rejected event, with the state that rejected it and the reason.
///
/// ```swift
/// let machine = StateMachine(Door.open)
/// print(try machine.send(.lock).get())
/// // throws "Invalid transition: open does not handle lock"
/// ```
public struct InvalidTransition<Definition: StateDefinition>: Error {
    /// The state that rejected the event.
    ///
    /// The rejection didn't change it.
    public let state: Definition

    /// The rejected event.
    public let event: Definition.Event

    /// The reason that `handleEvent` threw; ``TransitionError/invalid`` unless the definition has
    /// reasons of its own.
    public let reason: Definition.Rejection

    /// Creates an error from a state, the event it rejected, and the reason.
    @inlinable
    public init(state: Definition, event: Definition.Event, reason: Definition.Rejection) {
        self.state = state
        self.event = event
        self.reason = reason
    }
}

extension InvalidTransition where Definition.Rejection == TransitionError {
    /// Creates an error from a state and the event it rejected, with ``TransitionError/invalid`` as
    /// the reason.
    @inlinable
    public init(state: Definition, event: Definition.Event) {
        self.init(state: state, event: event, reason: .invalid)
    }
}

extension InvalidTransition: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension InvalidTransition: Hashable where Definition: Hashable, Definition.Event: Hashable {}

extension InvalidTransition: CustomStringConvertible {
    /// One sentence that names the state and the event by their cases, without payloads, and the
    /// reason with its payload.
    ///
    /// An example is
    /// `Invalid transition: open does not handle withdraw: insufficient(missing: 50)`. If the
    /// reason is ``TransitionError/invalid``, or a case `invalid` of your own reasons, the sentence
    /// ends before the second colon. A value that isn't an enum, such as a state with regions,
    /// appears with Swift's own description.
    public var description: String {
        let sentence = "Invalid transition: \(caseName(of: state)) does not handle \(caseName(of: event))"
        return text(of: reason).map { "\(sentence): \($0)" } ?? sentence
    }
}

/// Returns a text for a rejection's reason, or `nil` if the reason is ``TransitionError/invalid``
/// or a case `invalid`, which adds nothing.
///
/// Payloads are included, and type names are left out: `account(insufficient(missing: 50))`.
package func text(of reason: some Error) -> String? {
    if reason is TransitionError { return nil }
    let text = valueText(reason)
    return text == "invalid" ? nil : text
}

private func valueText(_ value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle != .collection, let value = value as? any CustomStringConvertible {
        return value.description
    }
    switch mirror.displayStyle {
    case .enum?:
        guard let payload = mirror.children.first, let name = payload.label else { return String(describing: value) }
        let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
        return isTuple ? name + valueText(payload.value) : "\(name)(\(valueText(payload.value)))"
    case .tuple?:
        let parts = mirror.children.map { part in
            let label = part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return label + valueText(part.value)
        }
        return "(\(parts.joined(separator: ", ")))"
    case .collection?:
        return "[\(mirror.children.map { valueText($0.value) }.joined(separator: ", "))]"
    case .optional?:
        return mirror.children.first.map { valueText($0.value) } ?? "nil"
    case .struct?, .class?, .dictionary?, .set?, .foreignReference?, nil:
        return String(describing: value)
    @unknown default:
        return String(describing: value)
    }
}

/// Returns the name of a value's enum case, and of an enum case in its payload: `idle`,
/// `loaded(data)`.
///
/// If the type has a description of its own, that's the result. Other values that aren't enums
/// appear with Swift's description.
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
