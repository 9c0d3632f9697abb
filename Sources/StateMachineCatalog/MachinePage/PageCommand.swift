import Foundation
import StateMachineCommandLine
import StateMachineScaffolding

/// The command that makes a playable page of one machine from a diagram or from Swift code.
///
/// It compiles the code together with a catalog of this one machine, so the page is the one that a
/// package's own catalog writes.
package struct PageCommand {
    private var files: [String] = []
    private var output: String?
    private var opensBrowser = true
    private var isHelp = false

    package static let usage = """
        Usage: machine-page FILE... [--output FILE.html] [--no-open]

        Makes a page on which you can try a machine, and opens it in a browser.

          FILE            a Swift file with an enum or a struct that conforms to
                          StateDefinition, or a diagram: Mermaid (.mmd), PlantUML
                          (.puml), Graphviz (.dot), SCXML (.scxml), XState (.ts, .js,
                          .json) or a code block in Markdown (.md). If it contains
                          several machines, add a name: Player.swift#Player. The
                          name also chooses Swift code in Markdown: README.md#Search.
                          If the file needs other files of its folder, they are used
          --output FILE   the path of the page. By default, the page is written into
                          the folder of the build
          --no-open       does not open a browser
          --help          prints this text

        If the code does not list sample events, the page tries one or two values for
        each payload. Without Graphviz, the page has a simple picture.
        """

    /// Runs the command and returns the exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        do {
            let command = try PageCommand(arguments)
            if command.isHelp {
                ProgramOutput.standard.print(usage)
            } else {
                try command.run()
            }
            return 0
        } catch let error as UsageError {
            ProgramOutput.error.print(
                "machine-page: \(error.message)\nFor help, run: swift run machine-page --help"
            )
            return UsageError.status
        } catch {
            ProgramOutput.error.print("\(error)")
            return 1
        }
    }

    private init(_ words: [String]) throws(UsageError) {
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"):
                isHelp = true
                return
            case .option("--output"): output = try arguments.value(of: "--output")
            case .option("--no-open"): opensBrowser = false
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): files.append(word)
            }
        }
        guard !files.isEmpty else { throw UsageError("expected a Swift file or a diagram") }
        if let output, !output.hasSuffix(".html") {
            throw UsageError("--output needs a path that ends with .html, not \(output)")
        }
    }

    private func run() throws {
        if let output, let present = GeneratedFiles.read(URL(filePath: output)), !present.isGenerated {
            throw Problem("\(output) was not made by this command, so it is not overwritten. Choose another path.")
        }
        let build = try CompiledModules.ofThisProgram.get()
        let code = try MachineCode(files, build)
        for note in code.notes { ProgramOutput.standard.print(note) }
        let (html, remarks) = try build.makePage(of: code)
        ProgramOutput.standard.write(remarks)
        let file = output.map { URL(filePath: $0) } ?? build.pageFolder.appending(path: "\(code.name).html")
        let folder = file.deletingLastPathComponent()
        try GeneratedFiles([file.lastPathComponent: html]).write(to: folder.path)
        ProgramOutput.standard.print("wrote \(file.standardizedFileURL.path)")
        if opensBrowser { Browser.open(file.absoluteURL.absoluteString) }
    }
}
