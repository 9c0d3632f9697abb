import Foundation
import StateMachineInspectionMessages

extension InspectedApp {
    /// The records of the app as the text of a recording.
    ///
    /// An app numbers its records as it delivers them, so an event that a hook has sent precedes
    /// the event of that hook's turn. In a recording, the cause comes first.
    var recording: String {
        struct Line {
            let text: String
            let time: Double
            let isInTurn: Bool
        }
        let lines = log.records(from: 0).filter { $0.kind != .outcome }.map { record in
            let place = try? JSONDecoder().decode(RecordPlace.self, from: Data(record.line.utf8))
            return Line(text: record.line, time: place?.time ?? 0, isInTurn: place?.sender?.index != nil)
        }
        let ordered = lines.enumerated().sorted { one, other in
            let (left, right) = (one.element, other.element)
            if left.time != right.time { return left.time < right.time }
            if left.isInTurn != right.isInTurn { return right.isInTurn }
            return one.offset < other.offset
        }
        var text = RecordingHeader(app: app, date: date, session: session).jsonLine + "\n"
        for (sequence, line) in ordered.enumerated() {
            text += line.element.text.withSequence(sequence)
            text += "\n"
        }
        return text
    }
}

/// The place of a record among the others.
private struct RecordPlace: Decodable {
    struct Sender: Decodable {
        let index: Int?
    }

    let time: Double
    let sender: Sender?
}

extension String {
    /// Returns a record with another sequence number.
    fileprivate func withSequence(_ number: Int) -> String {
        // The key comes after those of the entry, whose values may have the same key.
        guard let key = range(of: "\"sequence\":", options: .backwards) else { return self }
        let end = self[key.upperBound...].firstIndex { !$0.isNumber } ?? endIndex
        return self[..<key.upperBound] + "\(number)" + self[end...]
    }
}
