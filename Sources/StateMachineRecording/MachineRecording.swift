public import StateMachineGraphs
public import StateMachines

/// The events of a machine, which you can write as JSON Lines, read again and replay.
///
/// ```swift
/// let recorder = MachineRecorder(of: machine)
/// // …
/// print(recorder.recording.jsonLines)
/// let recording = try MachineRecording<Door>(jsonLines: text)
/// try recording.replay()    // does the current definition still have the same results?
/// for entry in recording.entries {
///     if case .dropped(let reason) = entry.outcome { print(entry.event, reason) }
/// }
/// ```
///
/// A line contains the names of the states, the event and the activities. If the definition and its
/// event type are `Codable`, the line also contains the encoded states and the encoded event. You
/// can read a recording again only if its lines contain these values. A recording does not contain
/// outputs.
public struct MachineRecording<Definition: StateDefinition>: Sendable {
    /// The entries, in the order in which the events were recorded.
    ///
    /// A recorder records a dropped event immediately, but it records a handled event only after
    /// the machine has called its hooks. So if one of these hooks sends an event that exceeds the
    /// chain limit, the entry of the dropped event comes first.
    public var entries: [Entry]

    /// Creates a recording from entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Creates a recording from a trace, without times.
    public init(_ trace: Trace<Definition>) {
        entries = trace.steps.map { Entry($0) }
    }
}

extension MachineRecording: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension MachineRecording: Hashable where Definition: Hashable, Definition.Event: Hashable {}
