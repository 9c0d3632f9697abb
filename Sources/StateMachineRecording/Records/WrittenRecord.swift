import Foundation
package import StateMachineInspectionMessages

/// A record's beginning.
package struct RecordStart: Sendable {
    package let kind: RecordKind
    package let sequence: Int
    package let machine: Int
    package let time: Duration

    package init(kind: RecordKind, sequence: Int, machine: Int, time: Duration) {
        self.kind = kind
        self.sequence = sequence
        self.machine = machine
        self.time = time
    }
}

/// A record as JSON, with the keys that `RecordKind` describes.
package struct WrittenRecord: Encodable, Sendable {
    struct Property: Encodable {
        let name: String
        let kind: String
    }

    let kind: RecordKind
    var sequence: Int
    let machine: Int
    var time: Decimal?
    var name: String?
    var type: String?
    var state: String?
    var path: [String]?
    var isRunning: Bool?
    var isRedacted: Bool?
    var activities: [String]?
    var accepts: [String]?
    var properties: [Property]?
    var unwatched: [String]?
    var index: Int?
    var property: String?
    package var command: String?
    package var outcome: String?
    package var reason: String?
    package var place: [String]?
    var sender: EventSender?

    /// The entry as JSON, which is not encoded with the other keys.
    private(set) var entryText: String?

    /// Changes that the entry makes.
    private(set) var change: Change?

    /// The state after an entry, and the activities that it has exited and entered.
    struct Change: Sendable {
        let state: String
        let path: [String]
        let exited: [String]
        let entered: [String]
    }

    private enum CodingKeys: CodingKey {
        case kind, sequence, machine, time, name, type, state, path, isRunning, isRedacted, activities, accepts
        case properties, unwatched, index, property, command, outcome, reason, place, sender
    }

    package init(_ start: RecordStart) {
        kind = start.kind
        sequence = start.sequence
        machine = start.machine
        time = Decimal(seconds: start.time)
    }

    /// Adds an entry.
    mutating func add(_ entry: WrittenEntry) {
        entryText = entry.text
        change = Change(state: entry.after, path: entry.path.after, exited: entry.exited, entered: entry.entered)
    }

    /// The record as JSON on one line.
    package var text: String { entryText.map { text(with: "entry", $0) } ?? jsonLine }

    /// Returns the record with an additional key, which comes first.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: JSON on one line.
    package func text(with key: String, _ value: String) -> String { "{\"\(key)\":\(value),\(jsonLine.dropFirst())" }
}
