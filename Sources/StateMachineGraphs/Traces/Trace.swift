public import StateMachines

/// An initial state and a sequence of events, each with its outcome.
///
/// Counterexamples, test cases and recordings are traces.
///
/// ```swift
/// let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
/// trace.last      // closed
/// print(trace)    // closed ─ lock → locked ─ open → – ─ unlock → closed
/// ```
public struct Trace<Definition: StateDefinition>: Sendable {
    /// The state before the first event.
    public let initial: Definition

    /// One step for each event, which begins in the state after the previous step.
    public private(set) var steps: [TraceStep<Definition>] = []

    /// Runs a definition from a state with a sequence of events.
    ///
    /// - Complexity: One call of `handleEvent` for each event.
    public init(from initial: Definition, events: [Definition.Event] = []) {
        self.initial = initial
        for event in events { append(event) }
    }

    /// Creates a trace of steps that have already been taken.
    package init(from initial: Definition, steps: [TraceStep<Definition>]) {
        self.initial = initial
        self.steps = steps
    }

    /// The steps' events.
    public var events: [Definition.Event] { steps.map(\.event) }

    /// The state after the last event.
    public var last: Definition { steps.last?.after ?? initial }

    /// Runs the definition with another event and appends the step.
    public mutating func append(_ event: Definition.Event) {
        steps.append(TraceStep(from: last, event: event))
    }
}

extension Trace: CustomStringConvertible, TextOutputStreamable {
    /// A line with the states and events, such as `idle ─ start → connecting ─ retry → –`.
    ///
    /// A dash replaces the state after a rejected event.
    ///
    /// - Complexity: O(*n*), with *n* characters.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Writes the ``description`` step by step.
    public func write(to target: inout some TextOutputStream) {
        target.write("\(ValueName(of: initial))")
        for step in steps { step.writeArrow(to: &target) }
    }
}

extension Trace: Equatable where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension Trace: Hashable where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
