import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

@Suite(.timeLimit(.minutes(1)), .outside) struct ToolTests {
    @Test func `a program gets its input, and what it prints is returned`() throws {
        #expect(try ProgramCall.run("cat", [], input: "one\ntwo") == "one\ntwo")
        #expect(try ProgramCall.run("cat", [], input: "in time", timeLimit: 60) == "in time")
        // It neither reads nor prints.
        #expect(try ProgramCall.run("true", [], input: "one") == "")
    }

    @Test func `the error of a program that fails has what it says about it`() {
        let error = #expect(throws: ProgramCall.Failure.self) {
            try ProgramCall.run("sh", ["-c", "echo no; echo why >&2; exit 3"])
        }
        #expect(error?.description == "sh -c echo no; echo why >&2; exit 3 failed: why\n")
    }

    #if os(Linux)
    @Test func `no file of a program stays open after its end`() throws {
        let file = try ProgramCall.run("readlink", ["/proc/self/fd/1"])
        let folder = URL(filePath: file).deletingLastPathComponent().path
        #expect(folder.contains("transition-tables-"))
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }
        #expect(!open.contains { $0.hasPrefix(folder) })
    }
    #endif

    @Test func `a program is taken from the first folder that has it as a program`() throws {
        try inTemporaryFolder { folder in
            for (name, mode) in [("data", 0o644), ("first", 0o755), ("second", 0o755)] {
                let file = folder.appending(path: "\(name)/tool")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data().write(to: file)
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
            }
            let path = ["none", "data", "first", "second"].map { folder.appending(path: $0).path }
            #expect(try ProgramCall.find("tool", in: path.joined(separator: ":")).path == "\(path[2])/tool")
            let error = #expect(throws: ProgramCall.NotFound.self) {
                try ProgramCall.find("tool", in: "\(path[0]):\(path[1])")
            }
            #expect(error?.description == "Cannot find the program tool in PATH.")
        }
    }

    @Test func `a temporary folder is there for as long as it is used`() throws {
        let folder = try ProgramCall.inTemporaryFolder { folder in
            try Data().write(to: folder.appending(path: "file"))
            return folder
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
