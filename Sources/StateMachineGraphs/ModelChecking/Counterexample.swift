public import StateMachines

/// A proof that a property does not hold.
///
/// Its ``trace`` is the shortest path to a violation. For a liveness property, a ``loop`` may
/// follow:
///
/// ```text
/// "a search comes to an end" does not hold: from searching, the machine can repeat the loop forever.
///   1. idle ─ search → searching
///   then again and again:
///   2. searching ─ progress → searching
/// ```
public struct Counterexample<Definition: StateDefinition>: Error, Sendable {
    /// The property's name.
    public let property: String

    /// Why the property does not hold, in words.
    public let reason: String

    /// The shortest trace to a violation, or `nil` for a `reachable` property.
    ///
    /// If there is a loop, the trace and the loop together are as short as possible, unless there
    /// are so many states or assumptions that the check cannot visit every loop: it visits at most
    /// a million edges to find a shorter one. A longer counterexample still refutes the property.
    ///
    /// In a graph that was explored with a key, each step leads to the state that represents its
    /// result's key.
    public let trace: Trace<Definition>?

    /// A cycle that can repeat forever after the trace, if the violation needs one.
    ///
    /// It begins and ends in the trace's last state.
    public let loop: Trace<Definition>?

    /// Which part of the trace a test must check.
    let proof: Proof

    /// Whether the graph was explored with a key, so the trace may not exist in the definition.
    let isAbstracted: Bool

    init(
        property: String,
        reason: String,
        trace: Trace<Definition>?,
        loop: Trace<Definition>?,
        proof: Proof,
        isAbstracted: Bool = false
    ) {
        self.property = property
        self.reason = reason
        self.trace = trace
        self.loop = loop
        self.proof = proof
        self.isAbstracted = isAbstracted
    }

    enum Proof: Sendable {
        /// A correct definition does not reach the last state.
        case lastState

        /// A correct last step has another outcome.
        case lastStep
    }
}

extension Counterexample: CustomStringConvertible {
    /// The property and the reason, followed by one line for each step.
    public var description: String {
        var lines = ["\"\(property)\" does not hold: \(reason)."]
        let steps = trace?.steps ?? []
        if let trace, steps.isEmpty { lines.append("  \(ValueName(of: trace.initial)) is the first state") }
        for (number, step) in steps.enumerated() { lines.append("  \(number + 1). \(step)") }
        if let loop {
            lines.append("  then again and again:")
            for (number, step) in loop.steps.enumerated() { lines.append("  \(steps.count + number + 1). \(step)") }
        }
        return lines.joined(separator: "\n")
    }
}

extension Counterexample: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension Counterexample: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
