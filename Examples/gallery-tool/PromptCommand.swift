import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// A command at the prompt.
enum PromptCommand: Equatable {
    case nothing
    case events
    case states
    case activities
    case wait
    case back
    case quit
    case help
    /// The number or the name of an event to send.
    case send(String)

    static let instructions = """
        To send an event, type its number or its name. A unique beginning of the name is
        enough.
          :events        lists all events and the states that they lead to
          :states        lists all states and marks the current state
          :activities    lists the current activities
          :wait          waits for the next transition of the machine
          :back          returns to the list of machines
          :quit          ends the program
          help           shows these commands
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
                "unknown command '\(line)'; the commands are :events, :states, :activities, :wait, :back, :quit and :help"
            )
        }
    }
}
