import Foundation
import StateMachineScaffolding
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .outside) struct ScaffoldCommandTests {
    private static let diagram = "stateDiagram-v2\n[*] --> a\na --> b : e\n"

    /// Calls a test with a package in a folder of its own, which has a diagram and nothing else.
    private func inPackage(_ body: (_ folder: URL, _ arguments: [String]) throws -> Void) throws {
        try inTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "Package.swift"))
            let diagram = folder.appending(path: "shop.mmd")
            try Data(Self.diagram.utf8).write(to: diagram)
            try body(folder, [diagram.path, "--package-path=\(folder.path)"])
        }
    }

    private func names(in folder: URL) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
    }

    private func failure(_ arguments: [String]) throws -> ScaffoldCommand.Failure {
        try #require(throws: ScaffoldCommand.Failure.self) { try ScaffoldCommand.run(arguments) }
    }

    @Test func `writes a module and its tests, prints the lines for the manifest, and overwrites nothing`() throws {
        try inPackage { folder, arguments in
            let output = try ScaffoldCommand.run(arguments)
            #expect(
                output.contains("wrote Sources/Shop/ShopState.swift") && output.contains(".testTarget("),
                "\(output)"
            )
            let source = folder.appending(path: "Sources/Shop/ShopState.swift")
            #expect(try String(contentsOf: source, encoding: .utf8).contains("public enum ShopState: StateDefinition"))
            #expect(try names(in: folder).contains("Tests/ShopTests/ShopStateTests.swift"))

            try Data("mine".utf8).write(to: source)
            try FileManager.default.removeItem(at: folder.appending(path: "Tests"))
            let error = try failure(arguments)
            #expect(
                error.description.contains("Sources/Shop/ShopState.swift already exists. Nothing was written")
            )
            #expect(try String(contentsOf: source, encoding: .utf8) == "mine")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Tests").path))
        }
    }

    @Test func `--name names the module and the type`() throws {
        try inPackage { folder, arguments in
            let output = try ScaffoldCommand.run(arguments + ["--name", "Kiosk"])
            #expect(output.contains("wrote Sources/Kiosk/KioskState.swift") && !output.contains("Shop"), "\(output)")
            #expect(try names(in: folder).contains("Tests/KioskTests/KioskStateTests.swift"))
        }
    }

    @Test func `a state that nothing leads to is named`() throws {
        try inPackage { folder, arguments in
            try Data((Self.diagram + "c --> b : f\n").utf8).write(to: folder.appending(path: "shop.mmd"))
            #expect(try ScaffoldCommand.run(arguments).contains("\nnote: the machine cannot reach “c”\n\nAdd these"))
        }
    }

    @Test(arguments: [
        ([], "expected one diagram, but found 0"),
        (["a.mmd", "b.mmd"], "expected one diagram, but found 2"),
        (["a.mmd", "--name"], "--name needs a value"),
        (["a.mmd", "--name", "A", "--name=B"], "--name appears twice; pass it once"),
        (["a.mmd", "--package-path=.", "--package-path=."], "--package-path appears twice; pass it once"),
        (["--force", "a.mmd"], "unknown option --force"),
        (["a.mmd", "--name="], "--name : a module name consists of English letters"),
        (
            ["a.mmd", "--name", "checkout"],
            "--name checkout: a module name consists of English letters and digits and begins with a capital letter, such as Checkout"
        ),
        (["a.mmd", "--name", "A-B"], "--name A-B: a module name consists of English letters"),
        // The first equals sign ends the option, and the others belong to the value.
        (["a.mmd", "--name=A=B"], "--name A=B: a module name consists of English letters"),
        (["a.mmd", "--name", "Event"], "--name Event: the generated code uses this name for another type"),
        (
            ["a.mmd", "--name", "Testing"],
            "--name Testing: Swift or swift-state-machines already has a module with this name"
        ),
    ])
    func `says what is wrong with the command line and how to get help, and exits with 64`(
        arguments: [String],
        message: String
    ) throws {
        let error = try failure(arguments)
        #expect(error.description.hasPrefix("scaffold-machine: \(message)"), "\(error)")
        #expect(error.description.hasSuffix("\nFor help, run: swift package scaffold-machine --help"))
        #expect(error.status == 64)
    }

    // MARK: Names of modules

    @Test(arguments: [
        "Swift", "Foundation", "FoundationEssentials", "FoundationNetworking", "FoundationXML", "Testing", "XCTest",
        "Observation", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin", "Builtin", "Distributed",
        "RegexBuilder",
        "FOUNDATION",
    ])
    func `refuses the name of a module of Swift`(name: String) throws {
        #expect(
            try failure(["a.mmd", "--name", name]).description.contains(
                "Swift or swift-state-machines already has a module with this name"
            )
        )
    }

    @Test(arguments: [
        (
            "foundation.mmd",
            "the module cannot be called Foundation: Swift or swift-state-machines already has a module with this name"
        ),
        ("Über.mmd", "the module cannot be called Über: a module name consists of English letters"),
    ])
    func `refuses such a name that comes from the name of the file, too`(name: String, message: String) throws {
        try inPackage { folder, arguments in
            let diagram = folder.appending(path: name)
            try Data(Self.diagram.utf8).write(to: diagram)
            let error = try failure([diagram.path, "--package-path", folder.path])
            #expect(error.description.hasPrefix("scaffold-machine: \(diagram.path): \(message)"), "\(error)")
            #expect(error.description.contains("Choose another name with --name."))
        }
    }

    // MARK: The package

    @Test func `writes nothing where no Package.swift is, and makes no folder`() throws {
        try inPackage { folder, _ in
            let missing = folder.appending(path: "missing").path
            let diagram = folder.appending(path: "shop.mmd").path
            let error = try failure([diagram, "--package-path", missing])
            let message = """
                Cannot find Package.swift in \(missing). Nothing was written. Pass the folder of a package with --package-path.
                """
            #expect(error.description == message)
            #expect(error.status == 1)
            #expect(try names(in: folder) == ["Package.swift", "shop.mmd"])

            try FileManager.default.removeItem(at: folder.appending(path: "Package.swift"))
            #expect(
                try failure([diagram, "--package-path=\(folder.path)"]).description.contains(
                    "Cannot find Package.swift in"
                )
            )
            #expect(try names(in: folder) == ["shop.mmd"])
        }
    }

    @Test func `removes what it has written when something fails, and says why`() throws {
        try inPackage { folder, arguments in
            try Data().write(to: folder.appending(path: "Tests"))
            let error = try failure(arguments)
            #expect(
                error.description == """
                    Cannot write Tests/ShopTests/ShopState+Diagram.swift: Tests is not a folder. Nothing was written.
                    """
            )
            #expect(try names(in: folder) == ["Package.swift", "shop.mmd", "Tests"])
        }
    }

    @Test func `leaves alone what was in the folders before`() throws {
        try inPackage { folder, arguments in
            let sources = folder.appending(path: "Sources/Shop")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            try Data().write(to: sources.appending(path: "Mine.swift"))
            // Nothing is at the end of the link, and the link itself is somebody's.
            let tests = folder.appending(path: "Tests/ShopTests")
            try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
            let link = tests.appending(path: "ShopStateTests.swift")
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere")
            let before = try names(in: folder)
            let error = try failure(arguments)
            #expect(error.description.hasPrefix("Cannot write Tests/ShopTests/ShopStateTests.swift: "), "\(error)")
            #expect(try names(in: folder) == before)
        }
    }

    // MARK: The diagram

    @Test func `prints the new names of labels, and all errors with the name of the file`() throws {
        try inPackage { folder, arguments in
            let file = folder.appending(path: "shop.mmd")
            try Data((Self.diagram + "b --> a : paid(now)\n").utf8).write(to: file)
            #expect(
                try ScaffoldCommand.run(arguments).contains("\nnote: the event “paid(now)” is called `paidNow`\n\nAdd")
            )

            try Data((Self.diagram + "b -> a\nb -> c\n").utf8).write(to: file)
            let lines = try failure(["shop.mmd", "--name=Kiosk", "--package-path", folder.path]).description
                .split(separator: "\n").filter { !$0.hasPrefix(" ") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("shop.mmd: line ") }, "\(lines)")
        }
    }

    @Test func `finds a diagram in the folder of the package`() throws {
        try inPackage { folder, _ in
            let output = try ScaffoldCommand.run(["shop.mmd", "--package-path", folder.path])
            #expect(output.contains("wrote Sources/Shop/ShopState.swift"))
        }
    }

    @Test func `says why a diagram cannot be read`() throws {
        try inPackage { folder, _ in
            func message(_ path: String) throws -> String {
                try failure([path, "--package-path", folder.path]).description
            }
            let here = FileManager.default.currentDirectoryPath
            #expect(try message("/nowhere/a.mmd") == "Cannot read /nowhere/a.mmd: the file does not exist.")
            #expect(try message("b.mmd") == "Cannot read b.mmd: the file does not exist in \(here) or \(folder.path).")

            try FileManager.default.createDirectory(
                at: folder.appending(path: "folder.mmd"),
                withIntermediateDirectories: false
            )
            #expect(
                try message("folder.mmd") == "Cannot read folder.mmd: it is a folder. Pass the path of a diagram file."
            )

            try Data().write(to: folder.appending(path: "empty.mmd"))
            #expect(try message("empty.mmd") == "empty.mmd: the file is empty; expected a diagram")

            try Data([0xFF]).write(to: folder.appending(path: "bytes.mmd"))
            #expect(try message("bytes.mmd") == "bytes.mmd: the file is not encoded in UTF-8; expected UTF-8 text")

            let full = Self.diagram + "%%" + String(repeating: "x", count: 999_998 - Self.diagram.utf8.count)
            try Data((full + "x").utf8).write(to: folder.appending(path: "large.mmd"))
            #expect(
                try message("large.mmd")
                    == "large.mmd: line 1, column 1: the file is larger than 1000000 bytes; expected a smaller file"
            )
            try Data(full.utf8).write(to: folder.appending(path: "large.mmd"))
            #expect(try ScaffoldCommand.run(["large.mmd", "--package-path", folder.path]).contains("LargeState.swift"))

            // What the writer refuses, not the reader.
            let lost = "<scxml><state id='a'><transition event='e' target='b'/></state></scxml>"
            try Data(lost.utf8).write(to: folder.appending(path: "lost.scxml"))
            let error = try failure(["lost.scxml", "--package-path", folder.path])
            #expect(
                error.description.hasPrefix("lost.scxml: line 1, column 22: the state “b” does not exist; expected")
            )
            #expect(error.status == 1)

            try Data("x".utf8).write(to: folder.appending(path: "shop.txt"))
            #expect(
                try message("shop.txt").hasSuffix(
                    "expected a name that ends with .mmd, .mermaid, .puml, .plantuml, .dot, .gv, .scxml, .xml, .json, .ts, .js or .md"
                )
            )
        }
    }
}
