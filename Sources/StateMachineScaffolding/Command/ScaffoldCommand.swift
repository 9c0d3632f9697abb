import Foundation
import StateMachineCommandLine

/// The command that reads a diagram and writes a module and its test target.
package struct ScaffoldCommand {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        /// The exit status: 64 for an invalid command line, otherwise 1.
        package var status: Int32 = 1

        /// Returns a failure for an invalid command line.
        static func usage(_ words: String) -> Failure {
            Failure(
                description: "scaffold-machine: \(words)\nFor help, run: swift package scaffold-machine --help",
                status: UsageError.status
            )
        }
    }

    private var diagram = ""
    private var name: String?
    private var directory: String?

    package static let usage = """
        Usage: scaffold-machine DIAGRAM [--name NAME] [--package-path DIR]

        Writes a state machine in Swift and its tests from a diagram.

          DIAGRAM               a Mermaid diagram (.mmd, .mermaid), a PlantUML state
                                diagram (.puml, .plantuml), a Graphviz graph (.dot,
                                .gv), an SCXML chart (.scxml, .xml), an XState
                                machine in TypeScript or JavaScript (.ts, .js), an
                                XState 5 configuration (.json), or a code block in
                                Markdown (.md). If a file contains several machines,
                                add a name, a heading or a number, as in
                                shop.ts#cart and README.md#2. A relative path begins
                                in the current folder or, if the file is not there,
                                in the folder of --package-path
          --name NAME           the name of the module. The name Checkout creates the
                                type CheckoutState. By default, the module has the
                                name of the file
          --package-path DIR    the package in which to create Sources/NAME and
                                Tests/NAMETests
          --help                prints this text

        Run the command before you add the targets to Package.swift: SwiftPM runs no
        command if a target has no folder. If the targets are already there, create
        the folders Sources/NAME and Tests/NAMETests first.
        """

    /// Runs the command.
    ///
    /// - Returns: The text to print.
    /// - Throws: ``Failure`` with a message for the user.
    package static func run(_ arguments: [String]) throws(Failure) -> String {
        if arguments.contains("--help") || arguments.contains("-h") { return usage }
        return try ScaffoldCommand(arguments).run()
    }

    private init(_ words: [String]) throws(Failure) {
        do throws(UsageError) {
            try self.init(words: words)
        } catch {
            throw .usage(error.message)
        }
    }

    private init(words: [String]) throws(UsageError) {
        var files: [String] = []
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--name"): try Self.set(&name, of: "--name", &arguments)
            case .option("--package-path"): try Self.set(&directory, of: "--package-path", &arguments)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): files.append(word)
            }
        }
        guard files.count == 1 else { throw UsageError("expected one diagram, but found \(files.count)") }
        diagram = files[0]
        if let name, let problem = ModuleName.problem(with: name) { throw UsageError("--name \(name): \(problem)") }
    }

    private static func set(
        _ option: inout String?,
        of name: String,
        _ arguments: inout Arguments
    ) throws(UsageError) {
        let value = try arguments.value(of: name)
        guard option == nil else { throw UsageError("\(name) appears twice; pass it once") }
        option = value
    }

    private func run() throws(Failure) -> String {
        let package = URL(filePath: directory ?? ".", directoryHint: .isDirectory).standardizedFileURL
        let machine = try ScaffoldedMachine(diagram: diagram, package: package, module: name)
        let name = machine.module
        let files =
            machine.sources.map { ("Sources/\(name)/\($0.key)", $0.value) }
            + machine.tests.map { ("Tests/\(name)Tests/\($0.key)", $0.value) }
        try NewFiles.write(files.sorted { $0.0 < $1.0 }, into: package)
        let lines = files.map { "wrote \($0.0)" }.sorted() + machine.notes
        return lines.joined(separator: "\n") + "\n\n" + Self.manifest(name)
    }

    private static func manifest(_ name: String) -> String {
        """
        Add these targets to Package.swift:

            .target(name: "\(name)", dependencies: [.product(name: "StateMachines", package: "swift-state-machines")]),
            .testTarget(
                name: "\(name)Tests",
                dependencies: ["\(name)", .product(name: "StateMachines", package: "swift-state-machines")]
            ),
        """
    }
}
