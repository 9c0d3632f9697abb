/// What a record of an inspected machine says.
///
/// A record is a JSON object on one line. Each has its `kind`, its `sequence` number within the
/// app, the number of its `machine` within the app, and its `time` in seconds since the app began
/// to inspect:
///
/// - `machine`: a machine is inspected from now on. It has the `name` that the app gave it, the
///   `type` of its definition as the JSON of a machine has it, its `state` with the `path` of
///   cases, the current `activities` (none if `isRunning` is false), the events that it `accepts`
///   from a page (`samples`, `values`), and the names of the watched `properties` and of those that
///   cannot be `unwatched`.
/// - `started`: the machine has entered its initial `activities`.
/// - `entry`: an event came. `index` counts the entries of the machine from 0: a gap says how many
///   were dropped. `entry` is a line of a recording of version 2.
/// - `failure`: a watched `property` is broken, with the `reason`, and the `index` of the entry
///   that broke it, which stands before it; there is no `index` if it did not hold in the
///   beginning.
/// - `outcome`: what became of a `command` of a page: `handled`, `rejected`, `enqueued`, `dropped`,
///   or `refused` if the event was not sent; with a `reason` for the last two.
/// - `stopped`: the machine was stopped, and has exited all activities.
/// - `ended`: the machine was released, or is not inspected any more. It is the last record of the
///   machine.
package enum RecordKind: String, Codable, Sendable {
    case machine, started, entry, failure, outcome, stopped, ended
}

/// What both sides have to know of a record.
package struct RecordHead: Decodable, Sendable {
    package let kind: RecordKind
    package let sequence: Int
    package let machine: Int

    /// The name and the type of the definition, in a record of the kind `machine`.
    package let name: String?
    package let type: String?

    /// Seconds since the app began to inspect.
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
        // Pages calculate with these.
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
