import Foundation
import StateMachineInspectionMessages
import StateMachineRecording

/// The beginning of a record.
struct RecordStart: Sendable {
    let kind: RecordKind
    let sequence: Int
    let machine: Int
    let time: Duration
}

/// A record as JSON, with the keys that ``RecordKind`` describes.
struct WrittenRecord: Encodable {
    struct Property: Encodable {
        let name: String
        let kind: String
    }

    let kind: RecordKind
    let sequence: Int
    let machine: Int
    let time: Decimal
    var name: String?
    var type: String?
    var state: String?
    var path: [String]?
    var isRunning: Bool?
    var activities: [String]?
    var accepts: [String]?
    var properties: [Property]?
    var unwatched: [String]?
    var index: Int?
    var property: String?
    var command: String?
    var outcome: CommandOutcome.Word?
    var reason: String?
    var place: [String]?
    var sender: EventSender?
    var began: Decimal?

    init(_ start: RecordStart) {
        kind = start.kind
        sequence = start.sequence
        machine = start.machine
        time = Decimal(seconds: start.time)
    }

    /// Returns the record with an additional key.
    ///
    /// - Parameter value: JSON on one line.
    func jsonLine(with key: String, _ value: String) -> String {
        "\(jsonLine.dropLast()),\"\(key)\":\(value)}"
    }
}
