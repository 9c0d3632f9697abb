import Foundation
import StateMachineScaffolding
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .outside) struct ScaffoldCommandTests {
    /// Runs the command in a folder of its own.
    @Test func `writes a module and its tests, prints the lines for the manifest, and overwrites nothing`() throws {
        try inTemporaryFolder { folder in
            let diagram = folder.appending(path: "shop.mmd")
            try Data("stateDiagram-v2\n[*] --> a\na --> b : e\n".utf8).write(to: diagram)
            let arguments = [diagram.path, "--name", "Shop", "--package-path=\(folder.path)"]
            let output = try ScaffoldCommand.run(arguments)
            #expect(
                output.contains("wrote Sources/Shop/ShopState.swift") && output.contains(".testTarget("),
                "\(output)"
            )
            let source = folder.appending(path: "Sources/Shop/ShopState.swift")
            #expect(try String(contentsOf: source, encoding: .utf8).contains("public enum ShopState: StateDefinition"))
            #expect(
                FileManager.default.fileExists(
                    atPath: folder.appending(path: "Tests/ShopTests/ShopStateTests.swift").path
                )
            )

            try Data("mine".utf8).write(to: source)
            try FileManager.default.removeItem(at: folder.appending(path: "Tests"))
            let error = try #require(throws: ScaffoldCommand.Failure.self) { try ScaffoldCommand.run(arguments) }
            #expect(
                error.description.contains("Sources/Shop/ShopState.swift is there already, and nothing was written")
            )
            #expect(try String(contentsOf: source, encoding: .utf8) == "mine")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Tests").path))
        }
    }

    @Test(arguments: [
        ([], "One diagram is needed, not 0."),
        (["a.mmd", "b.mmd"], "One diagram is needed, not 2."),
        (["a.mmd", "--name"], "--name needs a value."),
        (["--force", "a.mmd"], "Unknown argument: --force"),
        (["/nowhere/a.mmd"], "/nowhere/a.mmd: line 1, column 1: the file cannot be read"),
    ])
    func `says what is wrong with the command line`(arguments: [String], message: String) throws {
        let error = try #require(throws: ScaffoldCommand.Failure.self) { try ScaffoldCommand.run(arguments) }
        #expect(error.description.hasPrefix(message), "\(error)")
    }
}
