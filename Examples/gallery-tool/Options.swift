import ExampleSupport

/// The options of `gallery`.
struct Options: ExampleOptions {
    enum Request: Sendable {
        case help
        case list
        /// A visit that begins at a machine; at the list of machines, if it is `nil`.
        case visit(Exhibit?)
    }

    var request = Request.visit(nil)

    var asksForHelp = false
    var inspectorAddress: String?

    /// How long a second takes for the machines.
    var pace = Duration.seconds(1)

    static let usage = "usage: gallery [MACHINE] [--list] [--second MS] [--inspect [ADDRESS]] [--help]"

    static let help = """
        Shows state machines, and sends them the events that you choose.

        \(usage)

          MACHINE        the first machine to show; without it, you choose one
          --list         lists the machines
          --second MS    how long a second takes for the machines (default: 1000)
          --inspect      shows the machine in an inspector: see below

        \(PromptCommand.instructions)

        Each event is shown as: state ─ event / output → state, with the activities that are exited (-) and entered (+); → – marks
        a rejected event. Lines from a pipe work as typed ones do.

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
        if names.count > 1 { throw UsageError("one machine at a time, not \(names.joined(separator: " "))") }
        if isList {
            if !names.isEmpty { throw UsageError("--list takes no machine") }
            request = .list
            return
        }
        request = .visit(try names.first.map { name throws(UsageError) in try Exhibit.named(name) })
    }
}
