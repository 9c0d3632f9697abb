public import StateMachines

/// A system has done something else than the definition would have, or nothing at all.
///
/// ```text
/// The system differs from Door after 2 events:
///    closed
/// 1. lock → locked
/// 2. open → –
/// expected: locked (rejected)
/// but was:  open (handled)
/// ```
public struct Divergence<Definition: StateDefinition>: Error {
    /// The state before the first event.
    public let initial: Definition

    /// The events up to the one that made the difference; none if the system did not begin in the initial state.
    public var events: [Definition.Event] { steps.map(\.event) }

    /// What the difference is, in two lines or one.
    public let difference: String

    /// The number of the trace, where several were run, from one.
    public internal(set) var traceNumber: Int?

    /// How many events the sequence had before it was shrunk to those that matter; `nil` if it was not.
    public internal(set) var originalCount: Int?

    /// Whether the system has not answered in time, so that trying again would take as long again.
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

extension Divergence: CustomStringConvertible {
    /// The sequence so far, one line for each step, and what was expected instead of what.
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

/// Compares what was seen with what was expected.
struct StepComparison<Definition: StateDefinition, Observed: Equatable> {
    let subject: String
    let initial: Definition
    let view: (Definition) -> Observed

    private(set) var steps: [Expectation<Definition>] = []

    init(of subject: String = "The system", from initial: Definition, through view: @escaping (Definition) -> Observed)
    {
        self.subject = subject
        self.initial = initial
        self.view = view
    }

    func begin(_ observed: Observed) throws(Divergence<Definition>) {
        guard observed != view(initial) else { return }
        let (expected, actual) = texts(view(initial), observed)
        throw divergence("expected: \(expected)\nbut was:  \(actual)")
    }

    /// Takes note of what is expected next.
    mutating func expect(_ step: Expectation<Definition>) {
        steps.append(step)
    }

    /// Compares what has become of the event that was expected last.
    func compare(_ acceptance: Acceptance, _ observed: Observed) throws(Divergence<Definition>) {
        guard let step = steps.last else { return }
        let expectedAcceptance: Acceptance = step.isHandled ? .handled : .rejected
        let expectedView = view(step.after)
        guard (acceptance != .unknown && acceptance != expectedAcceptance) || observed != expectedView else { return }
        var (expected, actual) = (nameText(expectedView), nameText(observed))
        if observed != expectedView { (expected, actual) = texts(expectedView, observed) }
        if acceptance != .unknown {
            expected += " (\(expectedAcceptance))"
            actual += " (\(acceptance))"
        }
        throw divergence("expected: \(expected)\nbut was:  \(actual)")
    }

    func divergence(_ difference: String) -> Divergence<Definition> {
        Divergence(of: subject, from: initial, steps, difference)
    }
}
