import Foundation
public import StateMachines

extension MachineRecording where Definition: Decodable, Definition.Event: Decodable {
    /// Creates a recording from JSON Lines.
    ///
    /// ```swift
    /// let text = try String(contentsOfFile: "incident.jsonl", encoding: .utf8)
    /// let session = try MachineRecording<Session>(jsonLines: text, machine: "session")
    /// ```
    ///
    /// Pass the text of ``jsonLines``, a ``RecordingFile`` or an inspector, which may contain
    /// several machines and several runs of the app. After a crash, the next launch continues the
    /// file, so the run that crashed is the one before the latest: `run: 1`.
    ///
    /// Each entry must contain the `values` key, which ``MachineRecording/Entry/json`` writes if
    /// the definition and its event type are `Codable`. Empty lines are ignored. Lines of the
    /// previous formats, which contain only one machine, can be read as well.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: A machine's name, or `nil` if only one machine of the run has this definition. Of
    ///     several machines with this name, the latest one is read.
    ///   - run: Which run of the app to read, counted back from the latest one, which is 0.
    /// - Throws: ``MalformedLine`` for the first line of the run that cannot be read, with the
    ///   recording up to that line. After a crash, this can be the last line, and the error
    ///   contains everything before it. It is also thrown if there is no such machine, or several
    ///   of them.
    public init(jsonLines text: String, machine name: String? = nil, run: Int = 0) throws(MalformedLine) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .hostile
        // The entries that were read from a line, for the lines that repeat it.
        var known: [Int: Entry] = [:]
        try self.init(text, machine: name, run: run) { line, _ in
            if line.isOriginal, let entry = known[line.original] { return entry.repeated(at: line) }
            let entry =
                line.isRecord
                ? try decoder.decode(ReadRecord<Definition>.self, from: line.text).entry.entry
                : try decoder.decode(ReadEntry<Definition>.self, from: line.text).checkedLine()
            if line.isOriginal, line.isRecord { known[line.original] = entry }
            return line.isRecord ? entry.repeated(at: line) : entry
        }
    }
}

extension MachineRecording {
    /// Reads the entries of one machine.
    ///
    /// - Parameters:
    ///   - text: JSON Lines.
    ///   - wanted: The machine's name, if there may be several.
    ///   - entry: A closure that decodes an entry.
    init(
        _ text: String,
        machine wanted: String?,
        run: Int,
        _ entry: (RecordedLine, _ isRedacted: Bool) throws -> Entry
    ) throws(MalformedLine) {
        self.init()
        let recorded = RecordedMachines(text)
        let found = try recorded.machine(wanted, run, of: Definition.self)
        if let machine = found {
            name = machine.name == machine.type ? nil : machine.name
            (date, missingCount, wasRunning) = (machine.date, machine.missingCount, machine.wasRunning)
            reported = machine.failures
            var next = machine.missingCount
            for line in machine.entries {
                do {
                    append(try entry(line, machine.isRedacted), fromLine: line.number, afterGap: line.index != next)
                    next = line.index + 1
                } catch {
                    throw malformed(line.number, line.text, error, isLast: line.number == recorded.lineCount)
                }
            }
        }
        guard let problem = recorded.problems[found?.run ?? 0] else { return }
        throw malformed(problem.number, problem.line, problem.error, isLast: problem.number == recorded.lineCount)
    }

    private func malformed(_ number: Int, _ line: Data, _ error: any Error, isLast: Bool) -> MalformedLine {
        let isCut = isLast && (line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "["))
        return MalformedLine(
            number: number,
            text: String(decoding: line, as: UTF8.self),
            reason: reason(of: error, in: line, isCut: isCut),
            recording: self
        )
    }
}

extension MachineRecording.Entry {
    /// An entry with a line's time and sender.
    fileprivate func repeated(at line: RecordedLine) -> Self {
        var entry = self
        entry.time = line.time
        entry.sender = line.sender?.named()
        return entry
    }
}

extension RecordedMachines {
    /// Returns a definition's machine; `nil` if there is no machine at all.
    ///
    /// - Throws: An error if there is no machine with the name or the type, or several in the
    ///   latest run.
    fileprivate func machine<Definition>(
        _ name: String?,
        _ run: Int,
        of _: Definition.Type
    ) throws(MachineRecording<Definition>.MalformedLine) -> RecordedMachine? {
        let type = Definition.recordedType
        let found = machines.filter { ($0.type == nil || $0.type == type) && (name == nil || $0.name == name) }
        let runs = found.map(\.run).reversed().reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        let latest = found.filter { runs.indices.contains(run) && $0.run == runs[run] }
        // Of several machines with one name, the latest one.
        if latest.count == 1 || machines.isEmpty || (name != nil && !latest.isEmpty) { return latest.last }
        let names = machines.map { "\"\($0.name ?? "")\" (\($0.type ?? ""))" }
        let wanted = (name.map { "\"\($0)\" " } ?? "") + "of the type \(type)"
        let reason =
            if found.isEmpty {
                "it does not contain a machine \(wanted); its machines are: \(names.joined(separator: ", "))"
            } else if latest.isEmpty {
                "it contains \(runs.count == 1 ? "1 run" : "\(runs.count) runs") with a machine \(wanted), "
                    + "so run \(run) does not exist; runs are counted backward from the latest, which is run 0"
            } else {
                "it contains \(latest.count) machines \(wanted) (\(latest.map { $0.name ?? "" }.joined(separator: ", "))); "
                    + "name one"
            }
        throw MachineRecording<Definition>.MalformedLine(number: 0, text: "", reason: reason, recording: .init())
    }
}

/// A record with an entry.
private struct ReadRecord<Definition: StateDefinition & Decodable>: Decodable where Definition.Event: Decodable {
    let entry: ReadEntry<Definition>
}

private struct ReadEntry<Definition: StateDefinition & Decodable>: Decodable where Definition.Event: Decodable {
    typealias Entry = MachineRecording<Definition>.Entry

    struct Values: Decodable {
        let state: Definition
        let event: Definition.Event
        let after: Definition
    }

    struct Chain: Decodable {
        let lastEvents: [Definition.Event]
    }

    enum Key: CodingKey {
        case version, time, path, state, event, outcome, reason, after, exited, entered, values, note, noteBefore
    }

    let entry: Entry

    /// An error of an entry that is not a line of its own.
    private let lineProblem: (any Error)?

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        guard line.contains(.version) || line.contains(.outcome) else {
            throw UnreadableLine(reason: "an entry of a recording is required here")
        }
        var (time, problem): (Duration?, (any Error)?) = (nil, nil)
        do { time = try Self.time(in: line) } catch { problem = error }
        lineProblem = problem
        let outcome = try Self.outcome(in: line)
        for name in [Key.state, .event, .after] { _ = try line.decode(String.self, forKey: name) }
        let exited = try line.decode([String].self, forKey: .exited)
        let entered = try line.decode([String].self, forKey: .entered)
        let values = try line.decode(Values.self, forKey: .values)
        entry = Entry(
            time: time,
            state: values.state,
            event: values.event,
            outcome: outcome,
            after: values.after,
            exited: exited,
            entered: entered,
            sender: nil,
            note: try line.decodeIfPresent(String.self, forKey: .note),
            noteBefore: try line.decodeIfPresent(String.self, forKey: .noteBefore)
        )
    }

    /// Returns an entry that is a line of its own, which has a version and a time.
    func checkedLine() throws -> Entry {
        if let lineProblem { throw lineProblem }
        return entry
    }

    private static func outcome(in line: KeyedDecodingContainer<Key>) throws -> Entry.Outcome {
        switch try line.decode(WrittenOutcome.self, forKey: .outcome) {
        case .handled: return .handled
        case .rejected: return .rejected(because: try line.decodeIfPresent(String.self, forKey: .reason))
        case .dropped:
            switch try line.decode(DropWord.self, forKey: .reason) {
            case .stale: return .dropped(.stale)
            case .stopped: return .dropped(.stopped)
            case .released: return .dropped(.released)
            case .chainTooLong:
                let chain = try line.decode(Chain.self, forKey: .values)
                return .dropped(.chainTooLong(lastEvents: chain.lastEvents))
            }
        }
    }

    /// Checks a line's version and returns its time, or `nil` if no time was measured.
    private static func time(in line: KeyedDecodingContainer<Key>) throws -> Duration? {
        guard line.contains(.version) else {
            // A line of the former format, unless it has what came later.
            let isLater = [Key.time, .path, .reason].contains { line.contains($0) }
            if isLater { throw UnreadableLine(reason: "version is missing") }
            return nil
        }
        let version = try line.decode(Int.self, forKey: .version)
        guard version <= LineFormat.entryVersion else {
            throw UnreadableLine(version: version, isLaterThan: LineFormat.entryVersion)
        }
        guard version == LineFormat.entryVersion else {
            throw UnreadableLine(reason: "version \(version) does not exist")
        }
        // The entry computes case paths from its values.
        _ = try line.decode(WrittenEntry.Path.self, forKey: .path)
        guard let seconds = try line.decode(Decimal?.self, forKey: .time) else { return nil }
        guard let time = seconds.asSeconds else {
            throw UnreadableLine(reason: "time: \(seconds) seconds is out of range")
        }
        return time
    }
}

/// Returns why a line cannot be read.
///
/// - Parameters:
///   - error: The decoder's error.
///   - line: The line.
///   - isCut: Whether the line may have been cut off, if it is not JSON.
private func reason(of error: any Error, in line: Data, isCut: Bool) -> String {
    func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        let keys = (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue)
        return (keys.first == "entry" ? keys[1...] : keys[...]).joined(separator: ".")
    }
    return switch error {
    case let error as UnreadableLine: error.reason
    case DecodingError.keyNotFound(let key, let context): "\(path(context, key)) is missing"
    case DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty:
        "an entry of a recording is required here"
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
        unknownCase(context, in: line).map { "\(path(context)): \(type) has no case \($0)" }
            ?? "\(path(context)) has the wrong type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
        "\(path(context)): \(context.debugDescription)"
    default: isCut ? "the line is truncated" : "the line is not valid JSON"
    }
}

/// Returns the name of the case that an enum's code did not find.
///
/// Synthesized code then finds no case's key and does not report which key the JSON contains.
private func unknownCase(_ context: DecodingError.Context, in line: Data) -> String? {
    guard context.debugDescription.hasPrefix("Invalid number of keys") else { return nil }
    var value = try? JSONSerialization.jsonObject(with: line)
    for key in context.codingPath {
        if let index = key.intValue, let list = value as? [Any], list.indices.contains(index) {
            value = list[index]
        } else {
            value = (value as? [String: Any])?[key.stringValue]
        }
    }
    guard let object = value as? [String: Any], object.count == 1 else { return nil }
    return object.keys.first
}
