import Foundation
public import StateMachines

extension MachineRecording where Definition: Decodable, Definition.Event: Decodable {
    /// Creates a recording from JSON Lines.
    ///
    /// Each line must contain the key `values`. ``MachineRecording/Entry/json`` writes this key if
    /// the definition and its event type are `Codable`. The initializer ignores empty lines.
    ///
    /// The initializer also reads lines of the previous format, which have no `version` and no
    /// `time`.
    ///
    /// - Throws: ``MalformedLine`` for the first line that cannot be read, with the recording up to
    ///   that line.
    public init(jsonLines text: String) throws(MalformedLine) {
        self.init()
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .hostile
        // Split the bytes, because some of Swift's line endings can occur inside a JSON string.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do {
                let read = try decoder.decode(ReadLine<Definition>.self, from: Data(line))
                entries.append(read.entry)
            } catch {
                let isCut = index == lines.count - 1 && line.first == UInt8(ascii: "{")
                throw MalformedLine(
                    number: index + 1,
                    text: String(decoding: line, as: UTF8.self),
                    reason: reason(of: error, in: Data(line), isCut: isCut),
                    recording: self
                )
            }
        }
    }
}

private struct ReadLine<Definition: StateDefinition & Decodable>: Decodable where Definition.Event: Decodable {
    typealias Entry = MachineRecording<Definition>.Entry

    /// The case paths, decoded only to check their types; the entry computes case paths from its
    /// values.
    struct Path: Decodable {
        let state: [String]
        let event: [String]
        let after: [String]
    }

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

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        let time = try Self.time(in: line)
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
            note: try line.decodeIfPresent(String.self, forKey: .note),
            noteBefore: try line.decodeIfPresent(String.self, forKey: .noteBefore)
        )
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

    /// Checks the version of a line and returns its time, or `nil` if no time was measured.
    private static func time(in line: KeyedDecodingContainer<Key>) throws -> Duration? {
        guard line.contains(.version) else {
            guard line.contains(.outcome) else { throw Unreadable(reason: "an entry of a recording is required here") }
            // A line of the former format, unless it has what came later.
            let isLater = [Key.time, .path, .reason].contains { line.contains($0) }
            if isLater { throw Unreadable(reason: "version is missing") }
            return nil
        }
        let version = try line.decode(Int.self, forKey: .version)
        guard version <= LineFormat.version else {
            throw Unreadable(
                reason: """
                    the line has version \(version), but this library reads only versions up to \(LineFormat.version); \
                    use the version of the library that wrote it, or a later version
                    """
            )
        }
        guard version == LineFormat.version else { throw Unreadable(reason: "version \(version) does not exist") }
        _ = try line.decode(Path.self, forKey: .path)
        guard let seconds = try line.decode(Decimal?.self, forKey: .time) else { return nil }
        guard let time = seconds.asSeconds else { throw Unreadable(reason: "time: \(seconds) seconds is out of range") }
        return time
    }
}

/// The reason why a line of JSON is not an entry.
private struct Unreadable: Error {
    let reason: String
}

/// Returns the reason why a line cannot be read.
///
/// - Parameters:
///   - error: The error of the decoder.
///   - line: The line.
///   - isCut: Whether the line may have been cut off, if it is not JSON.
private func reason(of error: any Error, in line: Data, isCut: Bool) -> String {
    func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
        (context.codingPath + (key.map { [$0] } ?? [])).map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case let error as Unreadable: error.reason
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

/// Returns the name of the case that the code of an enum did not find.
///
/// Synthesized code then has no key of a case and does not say which key the JSON contains.
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
