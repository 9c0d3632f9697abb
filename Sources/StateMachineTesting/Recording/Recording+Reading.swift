import Foundation
public import StateMachines

extension Recording where Definition: Decodable, Definition.Event: Decodable {
    /// Reads what was written as JSON Lines; empty lines do not count.
    ///
    /// - Throws: ``MalformedLine`` for the first line that cannot be read, with the recording up to there.
    public init(jsonLines text: String) throws(MalformedLine<Definition>) {
        self.init()
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .hostile
        // By bytes: what Swift takes for the end of a line may stand inside a string of JSON.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do {
                let read = try decoder.decode(ReadLine<Definition>.self, from: Data(line))
                entries.append(read.entry)
            } catch {
                let isLast = place == lines.count - 1
                throw MalformedLine(
                    number: place + 1,
                    text: String(decoding: line, as: UTF8.self),
                    reason: reason(of: error, isTruncated: isLast && line.last != UInt8(ascii: "}")),
                    recording: self
                )
            }
        }
    }
}

/// A line of a recording that cannot be read.
///
/// ```text
/// Line 7 of the recording cannot be read: it ends too early. The 6 entries before it are in `recording`.
/// {"state":"closed","ev
/// ```
public struct MalformedLine<Definition: StateDefinition>: Error, CustomStringConvertible {
    /// Which line it is, from one.
    public let number: Int

    /// What stands there.
    public let text: String

    /// What is wrong with it.
    public let reason: String

    /// What stands before it.
    public let recording: Recording<Definition>

    /// The number of the line, what is wrong with it, and its beginning.
    public var description: String {
        """
        Line \(number) of the recording cannot be read: \(reason). The \(recording.entries.count) entries before it are in \
        `recording`.
        \(text.count > 200 ? "\(text.prefix(200))…" : text)
        """
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

    var entry: Recording<Definition>.Entry {
        Recording.Entry(
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
