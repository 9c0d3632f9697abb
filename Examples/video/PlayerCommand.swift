import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// A command, read from a key or a line of input.
enum PlayerCommand: Equatable {
    case nothing
    case download
    case cancel
    case play
    case pause
    case button
    case seek(Double)
    case move(Double)
    case wait
    case waitForDownload
    case fault(VideoFault?)
    case help
    case quit

    static let instructions =
        "Commands: pause, play, seek P, cancel, retry, wait, wait download, fault KIND, fault none, help, quit."
    static let keyInstructions = "space: pause, play, cancel or retry; ← →: seek; r: retry; c: cancel; h: help; q: quit"

    /// Parses the command in a line from a pipe.
    init(line: String) throws(UsageError) {
        let text = try InputLines.text(of: line)
        if InputLines.asksForHelp(text) {
            self = .help
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): self = .nothing
        case ("download", 1), ("retry", 1): self = .download
        case ("cancel", 1): self = .cancel
        case ("play", 1): self = .play
        case ("pause", 1): self = .pause
        case ("seek", 2): self = .seek(try Self.progress(words[1]))
        case ("wait", 1): self = .wait
        case ("wait", 2) where words[1] == "download": self = .waitForDownload
        case ("fault", 2): self = .fault(try VideoFault(word: words[1]))
        case ("quit", 1): self = .quit
        default:
            throw UsageError(
                "unknown command '\(text)'; the commands are pause, play, seek P, cancel, retry, wait, wait download, fault KIND, help and quit"
            )
        }
    }

    private static func progress(_ text: String) throws(UsageError) -> Double {
        let number = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        guard let number, (0...1).contains(number) else {
            throw UsageError("seek takes a position in the video, from 0 to 1 or from 0% to 100%, not '\(text)'")
        }
        return number
    }
}

/// Reads commands from the keys of a terminal, some of which send several characters.
struct KeyReader {
    private var sequence = ""

    /// Returns the command that a character completes, or `nil` if the key is incomplete.
    mutating func command(for character: Character) -> PlayerCommand? {
        sequence.append(character)
        if ["\u{1B}", "\u{1B}["].contains(sequence) { return nil }
        defer { sequence = "" }
        return switch sequence {
        case " ": .button
        case "\u{1B}[C", ">": .move(0.1)
        case "\u{1B}[D", "<": .move(-0.1)
        case "r": .download
        case "c": .cancel
        case "h", "?": .help
        case "q": .quit
        default: nil
        }
    }
}
