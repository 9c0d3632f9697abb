import Foundation
import StateMachineTestSupport
import Testing

/// Every program of the package reports output that it cannot write.
@Suite(.timeLimit(.minutes(2)), .outside) struct ProgramOutputTests {
    private static let programs = [
        ("image-search", "image-search", ["--help"]),
        ("durable-machines", "durable-machines", ["--help"]),
        ("scaffold-machine-tool", "scaffold-machine", ["--help"]),
        ("transition-tables", "transition-tables", ["--help"]),
        ("transition-tables", "transition-tables", ["--format", "json", "--machine", "VideoState"]),
        ("transition-tables", "transition-tables", ["diff", "StreamState", "Docs/Designs/StreamState.mmd"]),
    ]

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"),
        arguments: programs
    )
    func `a full disk is an error`(program: String, name: String, arguments: [String]) async throws {
        let result = try await Example.run(program, arguments, to: "/dev/full")
        #expect(result.status == 1)
        #expect(result.errors == "\(name): cannot write: No space left on device\n")
    }

    @Test(arguments: programs)
    func `a closed output is an error`(program: String, name: String, arguments: [String]) async throws {
        let result = try await Example.run(program, arguments, isOpen: false)
        #expect(result.status == 1)
        #expect(result.errors == "\(name): cannot write: it is closed\n")
    }

    @Test(arguments: programs)
    func `an unknown option makes the status 64`(
        program: String,
        name: String,
        arguments: [String]
    ) async throws {
        let unknown = try await Example.run(program, ["--unknown=1"])
        #expect(unknown.status == 64)
        #expect(unknown.errors.hasPrefix("\(name): unknown option --unknown"), "\(unknown.errors)")
    }
}
