import StateMachineCommandLine
import StateMachineExampleSupport

/// A command at the prompt.
enum PromptCommand: Equatable {
    case nothing
    case reload
    case open(Int)
    case fault(FeedFault?)
    case help
    case quit

    static let instructions = "Commands: reload, refresh, open N, fault KIND, fault none, help, quit."

    init(_ line: String) throws(UsageError) {
        let text = try InputLines.text(of: line)
        if InputLines.asksForHelp(text) {
            self = .help
            return
        }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): self = .nothing
        case ("reload", 1), ("refresh", 1), ("r", 1): self = .reload
        case ("open", 2), ("o", 2): self = .open(try Self.number(words[1]))
        case (let word?, 1) where Int(word) != nil: self = .open(try Self.number(word))
        case ("fault", 2): self = .fault(try FeedFault(word: words[1]))
        case ("quit", 1), ("q", 1): self = .quit
        default:
            let line = String(text.prefix(100))
            throw UsageError(
                "unknown command '\(line)'; the commands are reload, refresh, open N, fault KIND, fault none, help and quit"
            )
        }
    }

    private static func number(_ word: String) throws(UsageError) -> Int {
        guard let number = Int(word), number > 0 else {
            throw UsageError("open takes the number of an entry, not '\(word.prefix(100))'")
        }
        return number
    }
}
