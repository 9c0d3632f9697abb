import Foundation
import StateMachineInspectionMessages

/// An entry of a recording that is not decoded yet.
struct RecordedLine {
    /// The line's number in the file, counted from 1.
    let number: Int

    /// The line that contains the values, which is another one for a repeated step.
    let text: Data

    /// That line's number within the file.
    let original: Int

    /// Whether `text` is this entry's own text; otherwise digits of the original were replaced.
    let isOriginal: Bool

    /// Whether the entry is inside a record; otherwise it is a line of an older recording.
    let isRecord: Bool

    let time: Duration?
    let sequence: Int
    let index: Int
    let sender: EventSender?
}

/// Why a line of JSON is not part of a recording.
struct UnreadableLine: Error {
    let reason: String

    init(reason: String) {
        self.reason = reason
    }

    init(version: Int, isLaterThan known: Int) {
        reason = """
            the line has version \(version), but this library reads only versions up to \(known); \
            use the version of the library that wrote it, or a later version
            """
    }
}

/// Parts of a line that all definitions have in common.
struct RecordingHead: Decodable {
    let kind: String
    let version: Int?
    let date: String?
    let session: String?
    let machine: Int?
    let sequence: Int?
    let time: Decimal?
    let index: Int?
    let sender: EventSender?
    let name: String?
    let type: String?
    let isRunning: Bool?
    let isRedacted: Bool?
    let property: String?

    /// Throws an error if a number is not one that JavaScript represents exactly.
    func checkNumbers() throws {
        for number in [machine, sequence, index, sender?.machine, sender?.index] {
            guard (0...MessageNumber.limit).contains(number ?? 0) else {
                throw UnreadableLine(
                    reason: "a number from 0 to \(MessageNumber.limit) is required instead of \(number ?? 0)"
                )
            }
        }
    }

    /// The kind, unless a later version of the library has added it.
    var known: RecordKind? { RecordKind(rawValue: kind) }
}

/// A line that repeats a step: `[7, 12, 3.5, 31, "17 18"]`.
///
/// Its numbers are the line to repeat within its part, the sequence number, the time and, if a turn
/// has sent the event, the index of the sender's entry. Its text replaces the entry's digits.
struct RepeatedStep {
    let line: Int
    let sequence: Int
    let time: Duration
    let senderIndex: Int?
    let digits: Substring?

    init(_ line: Substring) throws {
        let text = line.last { $0 != " " && $0 != "\r" } == "]" ? line.prefix { $0 != "]" }.dropFirst() : ""
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard (3...5).contains(parts.count), let first = Int(parts[0]), let sequence = Int(parts[1]), sequence >= 0,
            let time = Duration(seconds: parts[2])
        else { throw UnreadableLine(reason: "a repeated step needs the numbers of a line, its sequence and its time") }
        (self.line, self.sequence, self.time) = (first, sequence, time)
        senderIndex = parts.count > 3 ? Int(parts[3]) : nil
        digits = parts.count > 4 ? parts[4].dropFirst().dropLast() : nil
    }
}

extension Duration {
    /// Reads a number of seconds such as `3599.25`, or returns `nil` if the text is not one.
    init?(seconds text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard let seconds = Int64(parts[0]), seconds >= 0, !fraction.isEmpty, fraction.utf8.count <= 18,
            let number = Int64(fraction), fraction.first != "-", fraction.first != "+"
        else { return nil }
        let scale = (fraction.utf8.count..<18).reduce(Int64(1)) { scale, _ in scale * 10 }
        self.init(secondsComponent: seconds, attosecondsComponent: number * scale)
    }
}

extension String {
    /// An entry's JSON in a record whose first key is `entry`, or `nil` for another line.
    var entryText: Substring? {
        let start = "{\"entry\":"
        guard hasPrefix(start) else { return nil }
        let bytes = utf8
        let first = bytes.index(bytes.startIndex, offsetBy: start.utf8.count)
        var (depth, isInText, isEscaped) = (0, false, false)
        for index in bytes[first...].indices {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if isInText {
                isEscaped = byte == UInt8(ascii: "\\")
                isInText = byte != UInt8(ascii: "\"")
            } else {
                isInText = byte == UInt8(ascii: "\"")
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                if depth == 0 { return self[first...index] }
            }
        }
        return nil
    }
}

/// A text whose numbers can be replaced, so that steps with counters repeat each other.
struct DigitTemplate {
    /// Texts between the numbers, and the numbers.
    let pieces: [Substring]
    let numbers: [Substring]

    /// For each number, the position of its value among the different values.
    private let classes: [Int]

    init(_ text: String) {
        var (pieces, numbers): ([Substring], [Substring]) = ([], [])
        let bytes = text.utf8
        var start = bytes.startIndex
        while let first = bytes[start...].firstIndex(where: Self.isDigit) {
            let end = bytes[first...].firstIndex { !Self.isDigit($0) } ?? bytes.endIndex
            pieces.append(text[start..<first])
            numbers.append(text[first..<end])
            start = end
        }
        pieces.append(text[start...])
        (self.pieces, self.numbers) = (pieces, numbers)
        var known: [Substring: Int] = [:]
        classes = numbers.map { number in
            let place = known[number] ?? known.count
            known[number] = place
            return place
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The text without its numbers, so that texts are alike if only their numbers differ.
    var mask: String { pieces.joined(separator: "\u{0}") }

    /// Returns the text with other numbers.
    ///
    /// - Parameter digits: Either the first numbers of the new text, or, after an equals sign,
    ///   replacements of the different numbers in the order of their first appearance.
    func filled(with digits: Substring) -> String {
        let isByValue = digits.first == "="
        let others = digits.dropFirst(isByValue ? 1 : 0).split(separator: " ")
        let places = isByValue ? classes : Array(numbers.indices)
        var text = ""
        for (index, piece) in pieces.enumerated() {
            text += piece
            guard index < numbers.count else { continue }
            text += places[index] < others.count ? others[places[index]] : numbers[index]
        }
        return text
    }

    /// Returns the shortest text from which ``filled(with:)`` makes another text of the same mask.
    func digits(for other: DigitTemplate) -> String {
        var replacements: [Int: Substring] = [:]
        for (place, number) in zip(classes, other.numbers) {
            if let known = replacements[place], known != number { return other.numbers.joined(separator: " ") }
            replacements[place] = number
        }
        return "=" + replacements.keys.sorted().map { replacements[$0] ?? "" }.joined(separator: " ")
    }
}
