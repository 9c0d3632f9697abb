import Foundation

/// An event's outcome, in JSON.
enum WrittenOutcome: String, Codable {
    case handled, rejected, dropped
}

/// The reason why an event was dropped, in JSON.
enum DropWord: String, Codable {
    case stale, stopped, released, chainTooLong
}

/// An entry of a recording as JSON, with the keys that ``MachineRecording/Entry/json`` describes.
struct WrittenEntry: Encodable {
    struct Path: Codable {
        let state: [String]
        let event: [String]
        let after: [String]
    }

    struct Values: Encodable {
        let state: any Encodable
        let event: any Encodable
        let after: any Encodable
        let lastEvents: [any Encodable]?

        private enum Key: CodingKey { case state, event, after, lastEvents }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(state, forKey: .state)
            try container.encode(event, forKey: .event)
            try container.encode(after, forKey: .after)
            guard let lastEvents else { return }
            var events = container.nestedUnkeyedContainer(forKey: .lastEvents)
            for event in lastEvents { try events.encode(event) }
        }
    }

    private enum Key: CodingKey {
        case version, time, path, state, event, outcome, reason, lastEvents, after, exited, entered, values, note,
            noteBefore
    }

    /// The time, if the entry is a line of its own; a record has its time outside the entry.
    var time: Decimal??

    let path: Path
    let state: String
    let event: String
    let outcome: WrittenOutcome
    let reason: String?
    let lastEvents: [String]?
    let after: String
    let exited: [String]
    let entered: [String]
    var values: Values?
    let note: String?
    let noteBefore: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if let time {
            try container.encode(LineFormat.entryVersion, forKey: .version)
            // Write `null`, so that a reader notices a line that lacks the time.
            try container.encode(time, forKey: .time)
        }
        try container.encode(path, forKey: .path)
        try container.encode(state, forKey: .state)
        try container.encode(event, forKey: .event)
        try container.encode(outcome, forKey: .outcome)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encodeIfPresent(lastEvents, forKey: .lastEvents)
        try container.encode(after, forKey: .after)
        try container.encode(exited, forKey: .exited)
        try container.encode(entered, forKey: .entered)
        try container.encodeIfPresent(values, forKey: .values)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(noteBefore, forKey: .noteBefore)
    }

    /// The entry as JSON on one line.
    ///
    /// If the values cannot be encoded, the line contains only the names.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .hostile
        var names = self
        names.values = nil
        let data = (try? encoder.encode(self)) ?? (try? encoder.encode(names))
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
