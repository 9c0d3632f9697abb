import StateMachineCommandLine
import StateMachineInspectionMessages

/// A command and its options from the command line.
enum Command {
    case help
    case print([String], OutputFormat)
    case write([String], OutputFormat, directory: String)
    case writePages([String], directory: String)
    case checkPages([String], directory: String)
    case serve(ServeCommand)
    case diff(DiffCommand)

    /// The name of this program.
    static let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "transition-tables"

    /// The command that runs this program.
    static let program = "swift run \(name)"

    /// The default folder of the pages.
    static let pages = "Docs"

    static let usage = """
        Usage: \(name) [--machine NAME]… [--format FORMAT]
                                 [--output DIR] [--check]
               \(name) serve [--port PORT] [--no-open]
               \(name) diff MACHINE DESIGN [--event DESIGN=CODE]…
                                 [--state DESIGN=CODE]… [--picture FILE]
               \(name) diff MACHINE DESIGN --accept

        Runs the machines of this package and writes pages about them. With serve, it
        shows the pages in a browser, together with live machines. With diff, it
        compares a machine with a design in Mermaid (.mmd), PlantUML (.puml),
        Graphviz (.dot), SCXML (.scxml) or XState (.ts, .js, .json).
        The exit status is 0 if they match, 1 if they differ and 2 after an error.

          --machine NAME    uses only this machine; you can repeat the option
          --format FORMAT   uses this format instead of pages with pictures:
              \(OutputFormat.allNames)
          --output DIR      the folder for the files. By default, pages go to \(pages)
                            and a format is printed
          --check           writes nothing, lists the pages that are out of date, and
                            exits with status 1 if there are any
          --port PORT       the port of 127.0.0.1 to serve. By default, the port in
                            \(InspectorAddress.variable) or any free port
          --no-open         does not open a browser
          --event A=B       the event A of the design is the event B of the code
          --state A=B       the state A of the design is the state B of the code
          --picture FILE    draws the differences into a file: .svg, .mmd (Mermaid), or
                            .html with the design beside the code
          --accept          replaces the design with a Mermaid diagram of the machine
          --help            prints this text
        """

    init(_ words: [String]) throws(UsageError) {
        if words.first == "diff" {
            let isHelp = words.contains("--help") || words.contains("-h")
            self = isHelp ? .help : .diff(try DiffCommand(words.dropFirst()))
            return
        }
        var machines: [String] = []
        var format: OutputFormat?
        var directory: String?
        var isCheck = false
        var (isServe, port, opensBrowser) = (false, nil as Int?, true)
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"):
                self = .help
                return
            case .option("--machine"): machines.append(try arguments.value(of: "--machine"))
            case .option("--output"): directory = try arguments.value(of: "--output")
            case .option("--check"): isCheck = true
            case .option("--no-open"): opensBrowser = false
            case .option("--port"): port = try arguments.number(of: "--port", in: 0...65535)
            case .option("--format"):
                let name = try arguments.value(of: "--format")
                guard let known = OutputFormat(name) else {
                    throw UsageError("unknown format \(name); the formats are \(OutputFormat.allNames)")
                }
                format = known
            case .word("serve"): isServe = true
            case .option(let name) where ["--event", "--state", "--accept", "--picture"].contains(name):
                throw UsageError("\(name) is an option of diff, so write diff before it")
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): throw UsageError("unknown argument \(word)")
            }
        }

        let isWriting = !machines.isEmpty || format != nil || directory != nil || isCheck
        if isServe {
            if isWriting { throw UsageError("serve accepts only --port and --no-open") }
            self = .serve(ServeCommand(port: port, opensBrowser: opensBrowser))
            return
        }
        guard port == nil, opensBrowser else {
            throw UsageError("--port and --no-open work only with serve")
        }
        switch (format, directory, isCheck) {
        case (_?, _, true): throw UsageError("--check works only with pages; remove --format")
        case (let format?, nil, false): self = .print(machines, format)
        case (let format?, let directory?, false): self = .write(machines, format, directory: directory)
        case (nil, _, true): self = .checkPages(machines, directory: directory ?? Self.pages)
        case (nil, _, false): self = .writePages(machines, directory: directory ?? Self.pages)
        }
    }
}
