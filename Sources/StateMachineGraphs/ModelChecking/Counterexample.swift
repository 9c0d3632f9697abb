public import StateMachines

/// What refutes a property: a shortest trace to where it breaks, and for a liveness property the
/// loop that follows.
///
/// ```text
/// "a search comes to an end" does not hold: from searching on, it can go round for ever.
///   1. idle ─ search → searching
///   then again and again:
///   2. searching ─ progress → searching
/// ```
public struct Counterexample<Definition: StateDefinition>: Error, Sendable {
    /// What was claimed.
    public let property: String

    /// What is wrong at the end of the trace, in words.
    public let reason: String

    /// A shortest trace; `nil` for a state that should be reachable and is not.
    ///
    /// With a loop, both together are as short as can be, unless there are so many states or
    /// assumptions that not all loops can be looked at: a check looks at a million edges at most to
    /// find shorter ones. What is found until then refutes the property as well. In a graph that
    /// was explored with a key, the path leads from representative to representative.
    public let trace: Trace<Definition>?

    /// A cycle that can repeat for ever after the trace; it begins and ends in the last state of
    /// the trace.
    public let loop: Trace<Definition>?

    /// What a test has to check at the end.
    let proof: Proof

    /// Whether the path may not be one of the definition.
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
        if let trace, steps.isEmpty { lines.append("  \(ValueName(of: trace.initial)) is where it begins") }
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
