import InspectionMessages

/// The command of a command line.
enum Command {
    case help
    case print([String], OutputFormat)
    case write([String], OutputFormat, directory: String)
    case writePages([String], directory: String)
    case checkPages([String], directory: String)
    case serve(ServeCommand)

    struct UsageError: Error, CustomStringConvertible {
        let description: String
    }

    /// The name of this program.
    static let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? "transition-tables"

    /// The command that runs this program.
    static let program = "swift run \(name)"

    /// The folder of the pages, by default.
    static let pages = "Docs"

    static let usage = """
        Usage: \(name) [--machine NAME]… [--format FORMAT] [--output DIR] [--check]
               \(name) serve [--port PORT] [--no-open]

        Runs the machines of this package, and writes what they do. serve shows it in a browser, together with live machines.

          --machine NAME    only this machine; may be given more than once
          --format FORMAT   \(OutputFormat.allNames), instead of pages with pictures
          --output DIR      where to write; without it, pages go to \(pages), and a format is printed
          --check           writes nothing; shows what is out of date in the pages, and exits with 1 if anything is
          --port PORT       where to serve, on 127.0.0.1; without it, where \(InspectorAddress.variable) says, or any free port
          --no-open         does not open a browser
          --help            prints this
        """

    init(_ arguments: [String]) throws(UsageError) {
        var machines: [String] = []
        var format: OutputFormat?
        var directory: String?
        var isCheck = false
        var (isServe, port, opensBrowser) = (false, nil as Int?, true)
        // `--format=json` is `--format json`.
        var remaining = arguments.flatMap { argument in
            argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).map(String.init) : [argument]
        }[...]

        while let argument = remaining.popFirst() {
            func value() throws(UsageError) -> String {
                guard let value = remaining.popFirst() else {
                    throw UsageError(description: "\(argument) needs a value.")
                }
                return value
            }
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--machine": machines.append(try value())
            case "--output": directory = try value()
            case "--check": isCheck = true
            case "serve": isServe = true
            case "--no-open": opensBrowser = false
            case "--port":
                let text = try value()
                guard let number = Int(text), (0...65535).contains(number) else {
                    throw UsageError(description: "--port takes a number from 0 to 65535, not \(text).")
                }
                port = number
            case "--format":
                let name = try value()
                guard let known = OutputFormat(name) else {
                    throw UsageError(description: "There is no format \(name). There are: \(OutputFormat.allNames).")
                }
                format = known
            default: throw UsageError(description: "Unknown argument: \(argument)")
            }
        }

        let isWriting = !machines.isEmpty || format != nil || directory != nil || isCheck
        if isServe {
            if isWriting { throw UsageError(description: "serve takes --port and --no-open alone.") }
            self = .serve(ServeCommand(port: port, opensBrowser: opensBrowser))
            return
        }
        guard port == nil, opensBrowser else {
            throw UsageError(description: "--port and --no-open are about serve.")
        }
        switch (format, directory, isCheck) {
        case (_?, _, true): throw UsageError(description: "--check is about pages: leave out --format.")
        case (let format?, nil, false): self = .print(machines, format)
        case (let format?, let directory?, false): self = .write(machines, format, directory: directory)
        case (nil, _, true): self = .checkPages(machines, directory: directory ?? Self.pages)
        case (nil, _, false): self = .writePages(machines, directory: directory ?? Self.pages)
        }
    }
}
