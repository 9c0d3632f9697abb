import StateMachineCommandLine
import StateMachineExampleSupport

/// The options of `gallery`.
struct Options: ExampleOptions {
    enum Request: Sendable {
        case help
        case list
        /// A visit that begins at a machine or, if the value is `nil`, at the list of machines.
        case visit(Exhibit?)
    }

    var request = Request.visit(nil)

    var asksForHelp = false
    var inspectorAddress: String?

    /// The real duration of one second for the machines.
    var pace = Duration.seconds(1)

    static let usage = "usage: gallery [MACHINE] [--list] [--second MS] [--inspect [ADDRESS]] [--help]"

    static let help = """
        Shows state machines and lets you send events to them.

        \(usage)

          MACHINE        the first machine to show; by default, you choose from a list
          --list         lists the machines
          --second MS    how long one second of a machine takes, in milliseconds
                         (default: 1000)
          --inspect      shows the machine in an inspector (see below)

        \(PromptCommand.instructions)

        Each event appears as: state ─ event / output → state, followed by the
        activities that are exited (-) and entered (+). → – marks a rejected event.
        Lines from a pipe work like typed lines.

        \(InputLines.statusHelp)

        \(InspectorOption.help)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var isList = false
        var names: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--list"): isList = true
            case .option("--second"):
                pace = .milliseconds(try arguments.number(of: "--second", in: 1...60_000))
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): names.append(word)
            }
        }
        if asksForHelp {
            request = .help
            return
        }
        if names.count > 1 {
            throw UsageError("only one machine is allowed, but there are several: \(names.joined(separator: " "))")
        }
        if isList {
            if !names.isEmpty { throw UsageError("--list cannot be combined with a machine") }
            request = .list
            return
        }
        request = .visit(try names.first.map { name throws(UsageError) in try Exhibit.named(name) })
    }
}
