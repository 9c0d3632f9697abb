import StateMachineGraphs
public import StateMachines

/// A law does not hold for a machine.
///
/// ```text
/// A law does not hold for Door: a rejected event changes nothing.
/// closed rejects unlock, but has become open.
///    closed
/// 1. unlock → –
/// Run it again: try await Laws.check(Door.self, seed: 42, runs: 1, steps: 50)
/// ```
public struct LawViolation<Definition: StateDefinition>: Error {
    /// Which law it is.
    public let law: Law

    /// How it shows, in a sentence.
    public let detail: String

    /// The state at the beginning.
    public var initial: Definition { trace.initial }

    /// The events that lead there: as few as could be found, where they were made up.
    public var events: [Definition.Event] { trace.events }

    /// What the random events were made from; `nil` for a live machine.
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
                "Run it again: try await Laws.check(\(Definition.self).self, seed: \(seed), runs: 1, steps: \(stepCount))"
            )
        }
        return lines.joined(separator: "\n")
    }
}
