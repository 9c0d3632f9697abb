import Foundation
import StateMachineGraphs
import StateMachines

extension MachineRecording {
    /// The entries as JSON Lines, each line with a line ending.
    public var jsonLines: String { entries.map { "\($0.json)\n" }.joined() }
}

extension MachineRecording.Entry {
    /// The entry as one line of JSON, without a line ending.
    ///
    /// ```json
    /// {"after":"locked","entered":["bolt"],"event":"lock","exited":[],"outcome":"handled",
    ///  "path":{"after":["locked"],"event":["lock"],"state":["closed"]},"state":"closed","time":0.25,"version":2}
    /// ```
    ///
    /// - `time` is in seconds, with all digits that the clock provides. It is `null` if no time was
    ///   measured.
    /// - `path` contains the case paths of the states and of the event, without payloads.
    /// - A dropped event also has a `reason`: `stale`, `stopped`, `released`, or `chainTooLong`
    ///   with the `lastEvents` of the chain. A rejected event has a `reason` if the definition has
    ///   reasons of its own: the name of the reason, with its payload.
    /// - A ``note``, or a ``noteBefore``, is written only if there is one.
    /// - If the definition and its event type are `Codable`, `values` contains the encoded states
    ///   and the encoded event. Numbers that JSON cannot represent, such as infinity, are written
    ///   as strings.
    public var json: String { json(naming: nil) }

    /// Returns the entry as one line of JSON; with a naming function, the line contains its texts
    /// and no values.
    ///
    /// The activities and the reason of a rejection keep the texts with which the entry was
    /// created.
    package func json(naming text: EntryNaming?) -> String {
        guard text == nil else { return (try? line(with: nil, naming: text)) ?? "{}" }
        // If the values cannot be encoded, the line still contains the names.
        return (try? line(with: values, naming: nil)) ?? (try? line(with: nil, naming: nil)) ?? "{}"
    }

    /// The latest events of a chain that was too long.
    private var lastEvents: [Definition.Event]? {
        if case .dropped(.chainTooLong(let lastEvents)) = outcome { lastEvents } else { nil }
    }

    private var values: Values? {
        guard Definition.self is any Decodable.Type, Definition.Event.self is any Decodable.Type,
            let state = state as? any Encodable, let event = event as? any Encodable,
            let after = after as? any Encodable
        else { return nil }
        let lastEvents = lastEvents?.compactMap { $0 as? any Encodable }
        return Values(state: state, event: event, after: after, lastEvents: lastEvents)
    }

    private func line(with values: Values?, naming text: EntryNaming?) throws -> String {
        let line = WrittenLine(
            time: time.map { Decimal(seconds: $0) },
            path: .init(state: text.path(of: state), event: text.path(of: event), after: text.path(of: after)),
            state: text.name(of: state),
            event: text.name(of: event),
            outcome: WrittenOutcome(outcome),
            reason: rejection ?? DropWord(outcome)?.rawValue,
            lastEvents: lastEvents?.map { text.name(of: $0) },
            after: text.name(of: after),
            exited: exited,
            entered: entered,
            values: values,
            note: note,
            noteBefore: noteBefore
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .hostile
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }
}

extension WrittenOutcome {
    fileprivate init<Definition>(_ outcome: MachineRecording<Definition>.Entry.Outcome) {
        self =
            switch outcome {
            case .handled: .handled
            case .rejected: .rejected
            case .dropped: .dropped
            }
    }
}

extension DropWord {
    fileprivate init?<Definition>(_ outcome: MachineRecording<Definition>.Entry.Outcome) {
        switch outcome {
        case .handled, .rejected: return nil
        case .dropped(.stale): self = .stale
        case .dropped(.stopped): self = .stopped
        case .dropped(.released): self = .released
        case .dropped(.chainTooLong): self = .chainTooLong
        }
    }
}

private struct WrittenLine: Encodable {
    struct Path: Encodable {
        let state: [String]
        let event: [String]
        let after: [String]
    }

    private enum Key: CodingKey {
        case version, time, path, state, event, outcome, reason, lastEvents, after, exited, entered, values, note,
            noteBefore
    }

    let time: Decimal?
    let path: Path
    let state: String
    let event: String
    let outcome: WrittenOutcome
    let reason: String?
    let lastEvents: [String]?
    let after: String
    let exited: [String]
    let entered: [String]
    let values: Values?
    let note: String?
    let noteBefore: String?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(LineFormat.version, forKey: .version)
        // Write `null`, so that a reader notices a line that lacks the time.
        try container.encode(time, forKey: .time)
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
}

private struct Values: Encodable {
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
