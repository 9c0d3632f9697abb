import Foundation
import ExampleSupport

/// What a line that is typed at the prompt asks for.
enum PromptCommand: Equatable {
    case nothing
    case events
    case states
    case activities
    case wait
    case back
    case quit
    case help
    /// An event, by its number or name.
    case send(String)

    static let instructions = """
        At the prompt: the number of an event or its name sends it; a part of the name will do, if no other begins with it.
          :events        what may happen now, and where it leads
          :states        all states, and the present one
          :activities    what goes on now
          :wait          waits until the machine moves by itself
          :back          to the choice of machines
          :quit          ends
        """

    init(_ line: String) throws(UsageError) {
        let line = line.trimmingCharacters(in: .whitespaces)
        guard line.hasPrefix(":") || line == "?" else {
            self = line.isEmpty ? .nothing : .send(line)
            return
        }
        switch line {
        case ":events", "?": self = .events
        case ":states": self = .states
        case ":activities": self = .activities
        case ":wait": self = .wait
        case ":back": self = .back
        case ":quit", ":q": self = .quit
        case ":help": self = .help
        default:
            throw UsageError(
                "no command '\(line)'; there are :events, :states, :activities, :wait, :back, :quit, :help"
            )
        }
    }
}
