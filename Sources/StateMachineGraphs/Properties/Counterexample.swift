public import StateMachines

/// What refutes a property: the shortest way to where it goes wrong, and for a promise that is never kept, the way round and round.
///
/// ```text
/// "a search comes to an end" does not hold: searching goes on for ever.
///   1. idle ─ search → searching
///   then again and again:
///   2. searching ─ progress → searching
/// ```
public struct Counterexample<Definition: StateDefinition>: Error, Sendable {
    /// What was claimed.
    public let property: String

    /// What is wrong at the end of the trace, in words.
    public let reason: String

    /// The way there, as short as there is one; nothing for a state that should be reachable and is not.
    ///
    /// With a loop, both together are as short as can be. Under an assumption of fairness that takes many events to meet, the loop may be
    /// longer than the shortest one.
    public let trace: Trace<Definition>?

    /// What can go on for ever after the trace, which begins and ends in its last state.
    public let loop: Trace<Definition>?

    /// What the last part of a test has to look at.
    let proof: Proof

    enum Proof: Sendable {
        /// The last state should not be reached.
        case lastState

        /// What the last step did should not happen.
        case lastStep
    }
}

extension Counterexample: CustomStringConvertible {
    /// The property, the reason, and each step on a line of its own.
    public var description: String {
        var lines = ["\"\(property)\" does not hold: \(reason)."]
        let steps = trace?.steps ?? []
        if let trace, steps.isEmpty { lines.append("  \(Name(of: trace.initial)) is where it begins") }
        for (number, step) in steps.enumerated() { lines.append("  \(number + 1). \(step)") }
        if let loop {
            lines.append("  then again and again:")
            for (number, step) in loop.steps.enumerated() { lines.append("  \(steps.count + number + 1). \(step)") }
        }
        return lines.joined(separator: "\n")
    }
}
