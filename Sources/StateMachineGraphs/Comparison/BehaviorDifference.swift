public import StateMachines

/// A difference between two definitions, as the shortest sequence of events that leads to it.
///
/// There is one trace for each definition:
///
/// ```text
/// First rejects the event, but Second handles it:
///   loading ─ failure → error ─ refresh → –
///   loading ─ failure → error ─ refresh → loading
/// ```
public struct BehaviorDifference<Left: StateDefinition, Right: StateDefinition>: Error, Sendable {
    /// The first definition's trace, or `nil` if it has no initial state that matches the beginning
    /// of ``right``.
    public let left: Trace<Left>?

    /// The second definition's trace, or `nil` if it has no initial state that matches the
    /// beginning of ``left``.
    public let right: Trace<Right>?

    /// A description of the difference at which the traces end.
    public let reason: String
}

extension BehaviorDifference: CustomStringConvertible {
    /// The reason, followed by both traces.
    public var description: String {
        let lines = [left.map { "  \($0)" }, right.map { "  \($0)" }].compactMap(\.self)
        return ([reason.prefix(1).uppercased() + reason.dropFirst() + ":"] + lines).joined(separator: "\n")
    }
}

extension BehaviorDifference: Equatable
where
    Left: Equatable, Left.Event: Equatable, Left.Output: Equatable,
    Right: Equatable, Right.Event: Equatable, Right.Output: Equatable
{}
extension BehaviorDifference: Hashable
where
    Left: Hashable, Left.Event: Hashable, Left.Output: Hashable,
    Right: Hashable, Right.Event: Hashable, Right.Output: Hashable
{}
