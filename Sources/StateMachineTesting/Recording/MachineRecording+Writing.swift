import Foundation
import StateMachineGraphs
import StateMachines

extension MachineRecording {
    /// One line of JSON for each entry, each with its end.
    public var jsonLines: String { entries.map { "\($0.json)\n" }.joined() }
}

extension MachineRecording.Entry {
    /// The entry as one line of JSON, without its end.
    ///
    /// ```json
    /// {"after":"locked","entered":["bolt"],"event":"lock","exited":[],"outcome":"handled","state":"closed"}
    /// ```
    ///
    /// If the definition and its event are `Codable`, the entry has their values too, under the key `values`. Numbers that JSON
    /// does not have, such as infinity, are written as strings.
    public var json: String {
        // Without values that cannot be encoded, the names are still written.
        (try? line(with: values)) ?? (try? line(with: nil)) ?? "{}"
    }

    private var values: Values? {
        guard Definition.self is any Decodable.Type, Definition.Event.self is any Decodable.Type,
            let state = state as? any Encodable, let event = event as? any Encodable,
            let after = after as? any Encodable
        else { return nil }
        return Values(state: state, event: event, after: after)
    }

    private func line(with values: Values?) throws -> String {
        let line = WrittenLine(
            state: "\(ValueName(of: state))",
            event: "\(ValueName(of: event))",
            outcome: isHandled ? .handled : .rejected,
            after: "\(ValueName(of: after))",
            exited: exited,
            entered: entered,
            values: values
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .hostile
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }
}

private struct WrittenLine: Encodable {
    let state: String
    let event: String
    let outcome: WrittenOutcome
    let after: String
    let exited: [String]
    let entered: [String]
    let values: Values?
}

private struct Values: Encodable {
    let state: any Encodable
    let event: any Encodable
    let after: any Encodable

    private enum Key: CodingKey { case state, event, after }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(state, forKey: .state)
        try container.encode(event, forKey: .event)
        try container.encode(after, forKey: .after)
    }
}
