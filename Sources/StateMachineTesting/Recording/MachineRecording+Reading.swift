import Foundation
public import StateMachines

extension MachineRecording where Definition: Decodable, Definition.Event: Decodable {
    /// Reads JSON Lines; empty lines are ignored.
    ///
    /// - Throws: ``MalformedLine`` for the first line that cannot be read, with the recording up to there.
    public init(jsonLines text: String) throws(MalformedLine) {
        self.init()
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .hostile
        // Split by bytes: some of Swift's line ends may occur inside a JSON string.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do {
                let read = try decoder.decode(ReadLine<Definition>.self, from: Data(line))
                entries.append(read.entry)
            } catch {
                let isLast = index == lines.count - 1
                throw MalformedLine(
                    number: index + 1,
                    text: String(decoding: line, as: UTF8.self),
                    reason: reason(of: error, isTruncated: isLast && line.last != UInt8(ascii: "}")),
                    recording: self
                )
            }
        }
    }
}

private struct ReadLine<Definition: StateDefinition & Decodable>: Decodable where Definition.Event: Decodable {
    struct Values: Decodable {
        let state: Definition
        let event: Definition.Event
        let after: Definition
    }

    let outcome: WrittenOutcome
    let exited: [String]
    let entered: [String]
    let values: Values

    var entry: MachineRecording<Definition>.Entry {
        MachineRecording.Entry(
            state: values.state,
            event: values.event,
            isHandled: outcome == .handled,
            after: values.after,
            exited: exited,
            entered: entered
        )
    }
}

private func reason(of error: any Error, isTruncated: Bool) -> String {
    if isTruncated { return "it ends too early" }
    func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        "\(path(context)) is of another kind"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
        "\(path(context)): \(context.debugDescription)"
    default: "it is no JSON"
    }
}
