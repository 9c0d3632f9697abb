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
          help           shows this
        """

    init(_ line: String) throws(UsageError) {
        let line = try InputLines.text(of: line)
        if InputLines.asksForHelp(line) {
            self = .help
            return
        }
        guard line.hasPrefix(":") else {
            self = line.isEmpty ? .nothing : .send(line)
            return
        }
        switch line {
        case ":events": self = .events
        case ":states": self = .states
        case ":activities": self = .activities
        case ":wait": self = .wait
        case ":back": self = .back
        case ":quit", ":q": self = .quit
        default:
            throw UsageError(
                "no command '\(line)'; there are :events, :states, :activities, :wait, :back, :quit, :help"
            )
        }
    }
}
