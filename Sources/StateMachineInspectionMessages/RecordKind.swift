/// The kind of a record about an inspected machine.
///
/// A record is a JSON object on one line, in a message to an inspector and in a recording. Every
/// record contains its `kind`, its `sequence` number within the app, the number of its `machine`
/// within the app, and its `time` in seconds since the app began to inspect or to record. The kinds
/// are:
///
/// - `machine`: The inspection of a machine begins. The record contains the `name` that the app
///   gave the machine and the `type` of its definition, as in the JSON of a machine. It contains
///   the `state` with the `path` of its cases, and the current `activities`, which are empty if
///   `isRunning` is false. It lists the events that the machine `accepts` from a page (`samples`,
///   `values`), the watched `properties`, and the names of the `unwatched` properties, which cannot
///   be watched.
/// - `started`: The machine has entered its initial `activities`.
/// - `entry`: The machine has received an event. The `index` counts the entries of the machine from
///   0, and a gap shows how many were dropped. The `entry` contains the names and, if possible, the
///   values. The `time` is that when the machine began to handle the event. The `sender` is the
///   machine that has sent the event, if known: its number, and whether the event was sent `within`
///   a `turn` of that machine, with the `index` of the entry, or by its `work`.
/// - `failure`: The machine has violated a watched `property`, for a `reason`. The `index` is the
///   number of the preceding entry, which violated it. It is missing if the property was violated
///   initially.
/// - `outcome`: The result of a `command` from a page. It is `handled`, `rejected`, `enqueued`,
///   `dropped`, or `refused` if the event was not sent. The last two have a `reason`. If a value
///   cannot be decoded, the `place` contains the keys that lead to the wrong part. The outcome of a
///   question is `described`, with the shape and the samples of the accepted `events`.
/// - `stopped`: The machine was stopped and has exited all activities.
/// - `ended`: The machine was released, or its inspection has ended. This is the last record of the
///   machine.
package enum RecordKind: String, Codable, Sendable {
    case machine, started, entry, failure, outcome, stopped, ended
}

/// The parts of a record that both the app and the server use.
package struct RecordHead: Decodable, Sendable {
    package let kind: RecordKind
    package let sequence: Int
    package let machine: Int

    /// The name and the type of the definition, in a record of the kind `machine`.
    package let name: String?
    package let type: String?

    /// The time in seconds since the app began to inspect.
    private let time: Double?

    /// The number of an entry.
    private let index: Int?

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        kind = try values.decode(RecordKind.self, forKey: .kind)
        sequence = try values.decodeNumber(forKey: .sequence)
        machine = try values.decodeNumber(forKey: .machine)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        type = try values.decodeIfPresent(String.self, forKey: .type)
        // Check these numbers, because pages calculate with them.
        time = try values.decodeIfPresent(Double.self, forKey: .time)
        index = try values.contains(.index) ? values.decodeNumber(forKey: .index) : nil
        guard (0...Double(MessageNumber.limit)).contains(time ?? 0) else {
            let reason = "A number of seconds from 0 to \(MessageNumber.limit) is required here."
            throw DecodingError.dataCorruptedError(forKey: .time, in: values, debugDescription: reason)
        }
    }

    private enum CodingKeys: CodingKey {
        case kind, sequence, machine, name, type, time, index
    }
}
