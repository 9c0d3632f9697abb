import ExampleSupport

/// What the command line asks for.
struct Options: ExampleOptions {
    enum Request: Sendable {
        case help
        case list
        /// A visit that begins at a machine, or where the visitor picks one.
        case visit(Exhibit?)
    }

    var request = Request.visit(nil)

    var asksForHelp = false

    /// How long a second of the machines takes.
    var pace = Duration.seconds(1)

    static let usage = "usage: gallery [MACHINE] [--list] [--second MS] [--help]"

    static let help = """
        Shows state machines, and lets you send them events.

        \(usage)

          MACHINE        the machine to begin with; without it, you pick one
          --list         lists the machines
          --second MS    how long a second of the machines takes (1000 unless given)

        \(PromptCommand.instructions)

        What is sent is shown as: state ─ event / output → state, with the activities that end (-) and begin (+); → – is a
        rejected event. Lines from a pipe are obeyed like typed ones.

        \(InputLines.statusHelp)
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
