public import StateMachineGraphs
public import StateMachines

/// What a machine has done, event by event: written down as JSON Lines, read again, and replayed.
///
/// ```swift
/// let recorder = Recorder(of: machine)
/// // …
/// print(recorder.recording.jsonLines)
/// let recording = try Recording<Door>(jsonLines: text)
/// try recording.replay()    // does today's definition still do the same?
/// ```
///
/// A line holds the names of all that took part, for people. Where both the definition and its event are `Codable`, it holds
/// their values too, and only then can it be read again. Outputs are not recorded.
public struct Recording<Definition: StateDefinition>: Sendable {
    /// One event, and what became of it.
    public struct Entry: Sendable {
        /// The state in which the event arrived.
        public let state: Definition

        /// What arrived.
        public let event: Definition.Event

        /// Whether the event was handled.
        public let isHandled: Bool

        /// The state after it.
        public let after: Definition

        /// The names of the activities that ended, innermost first.
        public let exited: [String]

        /// The names of the activities that began, outermost first.
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

extension Recording.Entry {
    /// Writes down a step.
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
