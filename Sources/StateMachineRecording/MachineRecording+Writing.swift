import Foundation
import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachines

extension MachineRecording {
    /// The recording as JSON Lines, each line with a line ending.
    ///
    /// Its first line contains the format's version and the ``date``, the second one describes the
    /// machine, and each of the others contains an entry:
    ///
    /// ```json
    /// {"date":"2026-11-29T14:03:07.250Z","kind":"recording","version":3}
    /// {"kind":"machine","machine":1,"name":"door","path":["closed"],"state":"closed","type":"Doors.Door", …}
    /// {"entry":{"event":"lock", …},"index":0,"kind":"entry","machine":1,"sequence":1,"time":0.25}
    /// ```
    ///
    /// Files of a ``RecordingFile`` have this format, too. If the recording was made with a
    /// redaction, the lines contain only what the redaction keeps.
    public var jsonLines: String {
        let first = entries.first?.state
        var lines = [RecordingHeader(date: date, app: nil, session: nil).jsonLine]
        var machine = WrittenRecord(RecordStart(kind: .machine, sequence: 0, machine: 1, time: .zero))
        machine.name = name ?? Definition.recordedType
        machine.type = Definition.recordedType
        machine.state = first.map { redaction.name(of: $0) } ?? ""
        machine.path = first.map { redaction.path(of: $0) } ?? []
        machine.index = missingCount == 0 ? nil : missingCount
        machine.isRedacted = redaction.redactsAnything ? true : nil
        lines.append(machine.text)
        for (offset, entry) in entries.enumerated() {
            let start = RecordStart(kind: .entry, sequence: offset + 1, machine: 1, time: entry.time ?? .zero)
            var record = WrittenRecord(start)
            record.time = entry.time.map { Decimal(seconds: $0) }
            record.index = missingCount + offset
            record.sender = entry.sender.map(EventSender.init)
            record.add(entry.written(naming: redaction.text))
            lines.append(record.text)
        }
        return lines.map { $0 + "\n" }.joined()
    }
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
    ///   reasons of its own: the reason's name, with its payload.
    /// - A ``note``, or a ``noteBefore``, is written only if there is one.
    /// - If the definition and its event type are `Codable`, `values` contains the encoded states
    ///   and the encoded event. Numbers that JSON cannot represent, such as infinity, are written
    ///   as strings.
    ///
    /// Redactions do not apply to this line.
    public var json: String {
        var line = written(naming: nil)
        line.time = .some(time.map { Decimal(seconds: $0) })
        return line.text
    }

    /// Returns the entry as it is written; with a naming function, it contains the function's texts
    /// and no values.
    ///
    /// Activities and the reason of a rejection keep the texts with which the entry was created.
    func written(naming text: EntryNaming?) -> WrittenEntry {
        WrittenEntry(
            path: .init(state: text.path(of: state), event: text.path(of: event), after: text.path(of: after)),
            state: text.name(of: state),
            event: text.name(of: event),
            outcome: WrittenOutcome(outcome),
            reason: rejection ?? DropWord(outcome)?.rawValue,
            lastEvents: lastEvents?.map { text.name(of: $0) },
            after: text.name(of: after),
            exited: exited,
            entered: entered,
            values: text == nil ? values : nil,
            note: note,
            noteBefore: noteBefore
        )
    }

    /// Latest events of a chain that was too long.
    private var lastEvents: [Definition.Event]? {
        if case .dropped(.chainTooLong(let lastEvents)) = outcome { lastEvents } else { nil }
    }

    private var values: WrittenEntry.Values? {
        guard Definition.self is any Decodable.Type, Definition.Event.self is any Decodable.Type,
            let state = state as? any Encodable, let event = event as? any Encodable,
            let after = after as? any Encodable
        else { return nil }
        let lastEvents = lastEvents?.compactMap { $0 as? any Encodable }
        return WrittenEntry.Values(state: state, event: event, after: after, lastEvents: lastEvents)
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
