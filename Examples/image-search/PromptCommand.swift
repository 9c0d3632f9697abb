import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// A command at the prompt.
enum PromptCommand: Equatable {
    case nothing
    case search(String)
    case cancel
    case wait
    case fault(SearchFault?)
    case help
    case quit

    static let instructions =
        "Type a query or a command: :cancel, :wait, :fault KIND, :fault none, :search WORDS, :help or :quit."

    init(_ line: String) throws(UsageError) {
        let line = try InputLines.text(of: line)
        if InputLines.asksForHelp(line) {
            self = .help
            return
        }
        guard line.hasPrefix(":") else {
            self = line.isEmpty ? .nothing : .search(line)
            return
        }
        let words = line.split(separator: " ").map(String.init)
        switch (words[0], words.count) {
        case (":quit", 1), (":q", 1): self = .quit
        case (":cancel", 1): self = .cancel
        case (":wait", 1): self = .wait
        case (":search", 2...): self = .search(words.dropFirst().joined(separator: " "))
        case (":fault", 2): self = .fault(try SearchFault(word: words[1]))
        default:
            throw UsageError(
                "unknown command '\(line)'; the commands are :cancel, :wait, :fault KIND, :fault none, :search WORDS, :help and :quit"
            )
        }
    }
}
