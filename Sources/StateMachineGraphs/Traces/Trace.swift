public import StateMachines

/// A state to begin in, and a sequence of events with what the definition makes of each.
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

    /// One step for each event, each from the state after the step before it.
    public private(set) var steps: [TraceStep<Definition>] = []

    /// Runs a definition.
    ///
    /// - Complexity: One call of `handleEvent` for each event.
    public init(from initial: Definition, events: [Definition.Event] = []) {
        self.initial = initial
        for event in events { append(event) }
    }

    /// Records what something else has done.
    package init(from initial: Definition, steps: [TraceStep<Definition>]) {
        self.initial = initial
        self.steps = steps
    }

    /// The events alone.
    public var events: [Definition.Event] { steps.map(\.event) }

    /// The state after the last event.
    public var last: Definition { steps.last?.after ?? initial }

    /// Runs one more event.
    public mutating func append(_ event: Definition.Event) {
        steps.append(TraceStep(from: last, event: event))
    }
}

extension Trace: CustomStringConvertible, TextOutputStreamable {
    /// States and events on one line, with a dash for a rejected event:
    /// `idle ─ start → connecting ─ retry → –`.
    ///
    /// - Complexity: O(*n*), with *n* characters.
    public var description: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Writes the ``description``, step by step.
    public func write(to target: inout some TextOutputStream) {
        target.write("\(ValueName(of: initial))")
        for step in steps { step.writeArrow(to: &target) }
    }
}

extension Trace: Equatable where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
