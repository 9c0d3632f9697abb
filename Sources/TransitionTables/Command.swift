/// The command of a command line.
enum Command {
    case help
    case print([String], OutputFormat)
    case write([String], OutputFormat, directory: String)
    case writePages([String], directory: String)
    case checkPages([String], directory: String)

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

        Runs the machines of this package, and writes what they do.

          --machine NAME    only this machine; may be given more than once
          --format FORMAT   \(OutputFormat.allNames), instead of pages with pictures
          --output DIR      where to write; without it, pages go to \(pages), and a format is printed
          --check           writes nothing; shows what is out of date in the pages, and exits with 1 if anything is
          --help            prints this
        """

    init(_ arguments: [String]) throws(UsageError) {
        var machines: [String] = []
        var format: OutputFormat?
        var directory: String?
        var isCheck = false
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
            case "--format":
                let name = try value()
                guard let known = OutputFormat(name) else {
                    throw UsageError(description: "There is no format \(name). There are: \(OutputFormat.allNames).")
                }
                format = known
            default: throw UsageError(description: "Unknown argument: \(argument)")
            }
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
