public import StateMachineGraphs
public import StateMachines

/// The events that came to a machine, which can be written as JSON Lines, read again, and replayed.
///
/// ```swift
/// let recorder = MachineRecorder(of: machine)
/// // …
/// print(recorder.recording.jsonLines)
/// let recording = try MachineRecording<Door>(jsonLines: text)
/// try recording.replay()    // does today's definition still do the same?
/// for entry in recording.entries {
///     if case .dropped(let reason) = entry.outcome { print(entry.eventPath, reason) }
/// }
/// ```
///
/// A line has the names of the states, the event and the activities. If both the definition and its
/// event are `Codable`, it has their values too, and only then can it be read again. Outputs are
/// not recorded.
public struct MachineRecording<Definition: StateDefinition>: Sendable {
    /// The events, in the order in which they were recorded.
    ///
    /// A dropped event is recorded at once, a handled one when its hooks have been called. So an
    /// event that a hook sends, and that makes the chain too long, stands before the event that the
    /// hook was called for.
    public var entries: [Entry]

    /// Makes a recording of entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Makes a recording of a trace, without times.
    public init(_ trace: Trace<Definition>) {
        entries = trace.steps.map { Entry($0) }
    }
}
