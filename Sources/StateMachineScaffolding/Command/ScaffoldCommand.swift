import Foundation

/// The command line: reads a diagram, and writes a module and its test target.
package struct ScaffoldCommand {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private var diagram = ""
    private var name: String?
    private var directory = "."

    package static let usage = """
        Usage: scaffold-machine DIAGRAM --name NAME [--package-path DIR]

        Writes a state machine in Swift, and its tests, for a diagram.

          DIAGRAM               a file with a Mermaid diagram (.mmd), SCXML (.scxml) or this package's JSON (.json)
          --name NAME           the name of the module, such as Checkout, whose type is CheckoutState; by default that of the file
          --package-path DIR    the package that Sources/NAME and Tests/NAMETests are written into
          --help                prints this
        """

    /// Runs the command.
    ///
    /// - Returns: What to print.
    /// - Throws: ``Failure``, in words for people.
    package static func run(_ arguments: [String]) throws(Failure) -> String {
        if arguments.contains("--help") || arguments.contains("-h") { return usage }
        return try ScaffoldCommand(arguments).run()
    }

    private init(_ arguments: [String]) throws(Failure) {
        var files: [String] = []
        var remaining = arguments.flatMap { argument in
            argument.hasPrefix("--") ? argument.split(separator: "=", maxSplits: 1).map(String.init) : [argument]
        }[...]
        while let argument = remaining.popFirst() {
            switch argument {
            case "--name", "--package-path":
                guard let value = remaining.popFirst() else { throw Failure(description: "\(argument) needs a value.") }
                if argument == "--name" { name = value } else { directory = value }
            default:
                guard !argument.hasPrefix("-") else {
                    throw Failure(description: "Unknown argument: \(argument)\n\n\(Self.usage)")
                }
                files.append(argument)
            }
        }
        guard files.count == 1 else {
            throw Failure(description: "One diagram is needed, not \(files.count).\n\n\(Self.usage)")
        }
        diagram = files[0]
    }

    private func run() throws(Failure) -> String {
        let file = URL(filePath: diagram)
        let name = self.name ?? SwiftName.upper(file.deletingPathExtension().lastPathComponent, kind: "Machine")
        let writer: MachineWriter
        do throws(ChartError) {
            writer = try MachineWriter(
                try DiagramLanguage.read(Self.contents(of: file), named: file.lastPathComponent),
                module: name
            )
        } catch {
            throw Failure(description: "\(diagram): \(error)")
        }
        let files =
            writer.sources().map { ("Sources/\(name)/\($0.key)", $0.value) }
            + writer.tests().map { ("Tests/\(name)Tests/\($0.key)", $0.value) }
        try write(files.sorted { $0.0 < $1.0 })
        return files.map { "wrote \($0.0)" }.sorted().joined(separator: "\n") + "\n\n" + Self.manifest(name)
    }

    /// The text of a file; too large ones are read only as far as the readers need to refuse them.
    private static func contents(of file: URL) throws(ChartError) -> String {
        let start = Position(line: 1, column: 1)
        guard let handle = try? FileHandle(forReadingFrom: file),
            let data = try? handle.read(upToCount: DiagramLanguage.largestFile + 1)
        else { throw ChartError(start, "the file cannot be read", expected: "a diagram") }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ChartError(start, "the file is not UTF-8", expected: "text")
        }
        return text
    }

    /// Writes new files, all or none.
    private func write(_ files: [(path: String, text: String)]) throws(Failure) {
        let folder = URL(filePath: directory, directoryHint: .isDirectory)
        if let present = files.first(where: {
            FileManager.default.fileExists(atPath: folder.appending(path: $0.path).path)
        }) {
            throw Failure(
                description: "\(present.path) is there already, and nothing was written. Choose another --name."
            )
        }
        for file in files {
            let url = folder.appending(path: file.path)
            do {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
            } catch {
                throw Failure(description: "Cannot write \(file.path): \(error.localizedDescription)")
            }
        }
    }

    private static func manifest(_ name: String) -> String {
        """
        Add this to the targets in Package.swift:

            .target(name: "\(name)", dependencies: [.product(name: "StateMachines", package: "swift-state-machines")]),
            .testTarget(
                name: "\(name)Tests",
                dependencies: ["\(name)", .product(name: "StateMachines", package: "swift-state-machines")]
            ),
        """
    }
}
