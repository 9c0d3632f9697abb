public import Foundation
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
/// Each line contains the names of the states, the event and the activities, but no output. If the
/// definition and its event type are `Codable`, the line also contains the encoded states and the
/// encoded event, so that ``init(jsonLines:machine:run:)`` can read the recording again. A
/// recording without values, such as one with a ``MachineRedaction``, can be read by its names
/// (``init(names:machine:run:)``).
public struct MachineRecording<Definition: StateDefinition>: Sendable {
    /// Entries in the order in which the events were recorded.
    ///
    /// A recorder records a dropped event immediately, but a handled one only after the machine has
    /// called its hooks. If one of these hooks sends an event that exceeds the chain limit, the
    /// entry of the dropped event therefore comes first.
    public var entries: [Entry]

    /// The date of the time zero, in whole milliseconds, if it is known.
    ///
    /// An entry's date is this date plus the entry's time.
    public var date: Date?

    /// The machine's name, if it has one.
    public var name: String?

    /// How many events the machine received before the first entry, as far as the recording reports
    /// that it lacks them.
    public var missingCount = 0

    /// A rule for the parts that ``jsonLines`` leaves out.
    package var redaction = MachineRedaction.nothing

    /// Whether the machine was running when its recording began, so that its life may have begun
    /// before.
    var wasRunning = false

    /// Lines in which the file reports violated properties, by property name.
    var reported: [String: Int] = [:]

    /// Indices of the entries before which the file lacks events.
    private(set) var gaps: Set<Int> = []

    /// Numbers of the lines from which the entries were read; empty if they were not read.
    private(set) var lines: [Int] = []

    /// Creates a recording from entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Creates a recording from a trace, without times.
    public init(_ trace: Trace<Definition>) {
        entries = trace.steps.map { Entry($0) }
    }
}

extension MachineRecording {
    /// Returns the number of the line that contains an entry, as in the file that was read, or else
    /// in ``jsonLines``.
    ///
    /// - Parameter index: An index in ``entries``.
    public func line(ofEntry index: Int) -> Int { lines.indices.contains(index) ? lines[index] : index + 3 }

    /// Returns an entry's date, if it is known.
    ///
    /// - Parameter index: An index in ``entries``.
    public func date(ofEntry index: Int) -> Date? {
        guard let date, let time = entries[index].time else { return nil }
        return date + time / .seconds(1)
    }

    /// Appends an entry that was read.
    mutating func append(_ entry: Entry, fromLine line: Int, afterGap isAfterGap: Bool) {
        if isAfterGap { gaps.insert(entries.count) }
        entries.append(entry)
        lines.append(line)
    }
}

// Neither the redaction nor the numbers of the lines belong to what was recorded.
extension MachineRecording: Equatable where Definition: Equatable, Definition.Event: Equatable {
    /// Returns whether two recordings contain equal entries, names and dates.
    public static func == (left: MachineRecording, right: MachineRecording) -> Bool {
        (left.entries, left.date, left.name, left.missingCount)
            == (right.entries, right.date, right.name, right.missingCount)
    }
}

extension MachineRecording: Hashable where Definition: Hashable, Definition.Event: Hashable {
    /// Feeds the entries, the name and the date to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(date)
        hasher.combine(name)
        hasher.combine(missingCount)
    }
}
