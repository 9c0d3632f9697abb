import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// A command, read from a key or a line of input.
enum MonitorCommand: Equatable {
    case nothing
    case start
    case stop
    case toggle
    case retry
    case status
    /// Waits for a frame or an error.
    case wait
    case waitForError
    case waitForFrames(Int)
    /// Saves the latest frame in this file or, by default, in the file from the command line.
    case snapshot(String?)
    case fault(CameraFault?)
    case nextFault
    case help
    case quit

    static let instructions =
        "Commands: start, stop, retry, wait, wait error, wait N, status, snapshot FILE, fault KIND, fault none, help, quit."
    static let keyInstructions = "s: stop or start, r: retry, p: save the picture, f: next fault, h: help, q: quit"

    init(line: String) throws(UsageError) {
        let text = try InputLines.text(of: line)
        if InputLines.asksForHelp(text) {
            self = .help
            return
        }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        switch (words.first, words.dropFirst().first) {
        case (nil, _): self = .nothing
        case ("start", nil): self = .start
        case ("stop", nil): self = .stop
        case ("retry", nil): self = .retry
        case ("status", nil): self = .status
        case ("wait", nil): self = .wait
        case ("wait", "error"): self = .waitForError
        case ("wait", let count?):
            guard let count = Int(count), count > 0 else {
                throw UsageError("wait takes a number of pictures, the word error, or no argument, not '\(count)'")
            }
            self = .waitForFrames(count)
        case ("snapshot", let file): self = .snapshot(file)
        case ("fault", let word?): self = .fault(try CameraFault(word: word))
        case ("quit", nil): self = .quit
        default:
            throw UsageError(
                "unknown command '\(text)'; the commands are start, stop, retry, wait, status, snapshot, fault, help and quit"
            )
        }
    }

    init(key: Character) {
        switch key {
        case "s": self = .toggle
        case "r": self = .retry
        case "p": self = .snapshot(nil)
        case "f": self = .nextFault
        case "h", "?": self = .help
        case "q": self = .quit
        default: self = .nothing
        }
    }
}
