import StateMachineGraphs
public import StateMachines

/// A law that does not hold for a machine.
///
/// ```text
/// A law does not hold for Door: a rejected event changes nothing.
/// closed rejects unlock, but has become open.
///    closed
/// 1. unlock → –
/// Run it again: try await MachineLaws.check(Door.self, seed: 42, runs: 1, steps: 50)
/// ```
public struct LawViolation<Definition: StateDefinition>: Error {
    /// The law.
    public let law: MachineLaw

    /// What was observed, in one sentence.
    public let detail: String

    /// The state before the first event.
    public var initial: Definition { trace.initial }

    /// The events that break the law: as few as were found, if they are random.
    public var events: [Definition.Event] { trace.events }

    /// The seed of the random events; `nil` for a live machine.
    public let seed: UInt64?

    let trace: Trace<Definition>
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
    /// The law, how it is broken, the events that lead there, and how to run them again.
    public var description: String {
        var lines = [
            "A law does not hold for \(Definition.self): \(law).", detail,
            sequenceText(from: trace.initial, trace.steps.map { Expectation($0) }),
        ]
        if let seed {
            lines.append(
                "Run it again: try await MachineLaws.check(\(Definition.self).self, seed: \(seed), runs: 1, steps: \(stepCount))"
            )
        }
        return lines.joined(separator: "\n")
    }
}
