public import StateMachines

/// A difference between a system's behavior and the expected behavior.
///
/// ```text
/// The system differs from Door after 2 events:
///    closed
/// 1. lock → locked
/// 2. open → –
/// expected: locked (rejected)
/// but was:  open (handled)
/// ```
public struct TraceDivergence<Definition: StateDefinition>: Error {
    /// The state before the first event.
    public let initial: Definition

    /// Events up to the first difference; empty if the system did not begin in the initial state.
    public var events: [Definition.Event] { steps.map(\.event) }

    /// A description of the difference, in one or two lines.
    public let difference: String

    /// Which trace diverged, counted from 1; `nil` if it was not part of a sequence.
    var traceNumber: Int?

    /// How many events the trace had before it was shrunk; `nil` if it was not shrunk.
    var originalCount: Int?

    /// Whether the system did not answer in time.
    ///
    /// Such a trace is not shrunk, because each attempt would take as long again.
    var isUnanswered = false

    let subject: String
    let steps: [Expectation<Definition>]

    init(
        of subject: String = "The system",
        from initial: Definition,
        _ steps: [Expectation<Definition>],
        _ difference: String
    ) {
        self.subject = subject
        self.initial = initial
        self.steps = steps
        self.difference = difference
    }
}

extension TraceDivergence: CustomStringConvertible {
    /// The trace up to the difference, with one line for each step, and the expected and actual
    /// results.
    public var description: String {
        let time =
            switch steps.count {
            case 0: "before the first event"
            case 1: "after 1 event"
            case let count: "after \(count) events"
            }
        var origin = traceNumber.map { "Trace \($0)" } ?? ""
        if let originalCount { origin += ", shrunk from \(originalCount) events" }
        if !origin.isEmpty { origin += ": " }
        return """
            \(origin)\(subject) differs from \(Definition.self) \(time):
            \(sequenceText(from: initial, steps))
            \(difference)
            """
    }
}

extension TraceDivergence: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension TraceDivergence: Hashable where Definition: Hashable, Definition.Event: Hashable {}
