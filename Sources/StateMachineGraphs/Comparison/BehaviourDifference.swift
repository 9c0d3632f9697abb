public import StateMachines

/// Where two definitions differ: the shortest sequence of events after which it shows, as a trace
/// of each.
///
/// ```text
/// One rejects what the other handles:
///   loading ─ failure → error ─ refresh → –
///   loading ─ failure → error ─ refresh → loading
/// ```
public struct BehaviourDifference<Left: StateDefinition, Right: StateDefinition>: Error, Sendable {
    /// The trace of the first definition; `nil` if it does not begin like the other one.
    public let left: Trace<Left>?

    /// The trace of the other definition; `nil` if it does not begin like the first one.
    public let right: Trace<Right>?

    /// The difference at the end, in words.
    public let reason: String
}

extension BehaviourDifference: CustomStringConvertible {
    /// The reason, and both traces below it.
    public var description: String {
        let lines = [left.map { "  \($0)" }, right.map { "  \($0)" }].compactMap(\.self)
        return ([reason.prefix(1).uppercased() + reason.dropFirst() + ":"] + lines).joined(separator: "\n")
    }
}
