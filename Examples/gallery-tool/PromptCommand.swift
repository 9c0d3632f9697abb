import ExampleSupport
import Foundation

/// A command of the prompt.
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
        At the prompt, the number of an event or its name sends it. The beginning of a name is enough if no other begins with it.
          :events        all events, and the states that they lead to now
          :states        all states, with a mark at the present one
          :activities    the activities that go on now
          :wait          waits for the next transition of the machine
          :back          goes back to the list of machines
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
