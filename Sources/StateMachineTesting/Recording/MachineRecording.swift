public import StateMachineGraphs
public import StateMachines

/// The events that a machine has handled or rejected, which can be written as JSON Lines, read again, and replayed.
///
/// ```swift
/// let recorder = MachineRecorder(of: machine)
/// // …
/// print(recorder.recording.jsonLines)
/// let recording = try MachineRecording<Door>(jsonLines: text)
/// try recording.replay()    // does today's definition still do the same?
/// ```
///
/// A line has the names of the states, the event and the activities. If both the definition and its event are `Codable`, it has their
/// values too, and only then can it be read again. Outputs are not recorded.
public struct MachineRecording<Definition: StateDefinition>: Sendable {
    /// One event and its outcome.
    public struct Entry: Sendable {
        /// The state in which the event arrived.
        public let state: Definition

        /// The event.
        public let event: Definition.Event

        /// Whether the event was handled.
        public let isHandled: Bool

        /// The state after the event.
        public let after: Definition

        /// The names of the activities that were exited, innermost first.
        public let exited: [String]

        /// The names of the activities that were entered, outermost first.
        public let entered: [String]
    }

    /// The events, in the order in which they were handled.
    public var entries: [Entry]

    /// Makes a recording of entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Makes a recording of a trace.
    public init(_ trace: Trace<Definition>) {
        entries = trace.steps.map(Entry.init)
    }
}

extension MachineRecording.Entry {
    /// Makes an entry of a step.
    public init(_ step: TraceStep<Definition>) {
        state = step.before
        event = step.event
        isHandled = step.isHandled
        after = step.after
        exited = step.exited.map { "\(ValueName(of: $0))" }
        entered = step.entered.map { "\(ValueName(of: $0))" }
    }

    var expectation: Expectation<Definition> { Expectation(event: event, isHandled: isHandled, after: after) }
}
