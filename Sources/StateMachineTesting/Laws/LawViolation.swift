public import StateMachineGraphs
public import StateMachines

/// A violation of a law by a definition or a machine.
///
/// ```text
/// Door violates a law: a rejected event changes nothing.
/// closed rejects unlock but becomes open.
///    closed
/// 1. unlock → –
/// To run it again: try await MachineLaws.check(Door.self, seed: 42, runs: 1, steps: 50)
/// ```
public struct LawViolation<Definition: StateDefinition>: Error {
    /// The violated law.
    public let law: MachineLaw

    /// One sentence that describes the violation.
    public let detail: String

    /// The initial state and the events that lead to the violation.
    ///
    /// `MachineLaws.check` shrinks random events to as few as possible, unless the violation occurs
    /// while it calls `run`.
    public let trace: Trace<Definition>

    /// The seed of the random events; `nil` for a live machine.
    public let seed: UInt64?

    let stepCount: Int

    init(_ broken: BrokenLaw, _ trace: Trace<Definition>, seed: UInt64? = nil, stepCount: Int = 0) {
        law = broken.law
        detail = broken.detail
        self.trace = trace
        self.seed = seed
        self.stepCount = stepCount
    }
}

extension LawViolation: CustomStringConvertible {
    /// A text with the law, the violation, the events that lead to it and, for random events, a
    /// call that runs them again.
    public var description: String {
        var lines = [
            "\(Definition.self) violates a law: \(law).", detail,
            sequenceText(from: trace.initial, trace.steps.map { Expectation($0) }),
        ]
        if let seed {
            lines.append(
                "To run it again: try await MachineLaws.check(\(Definition.self).self, seed: \(seed), runs: 1, steps: \(stepCount))"
            )
        }
        return lines.joined(separator: "\n")
    }
}

extension LawViolation: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension LawViolation: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
