import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The program `transition-tables diff` as a user runs it.
@Suite(.timeLimit(.minutes(5)), .outside) struct DiffProgramTests {
    private static let designs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/Designs")

    private func run(_ arguments: String...) async throws -> Example.Result {
        try await Example.run("transition-tables", ["diff"] + arguments)
    }

    /// Calls a function with the path of a file that contains a text.
    private func with(
        _ text: String,
        named name: String = "design.mmd",
        _ body: (_ path: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "designs-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try await body(file.path)
    }

    private func text(_ path: String) throws -> String { try String(contentsOf: URL(filePath: path), encoding: .utf8) }

    @Test(arguments: ["StreamState", "ImageSearchState", "RemoteContentState", "VideoState"])
    func `the machines of this package match their designs`(machine: String) async throws {
        let result = try await run(machine, Self.designs.appending(path: "\(machine).mmd").path)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasPrefix("\(machine) matches "))
    }

    @Test func `differences are listed with a run, and the status is 1`() async throws {
        let design = try text(Self.designs.appending(path: "StreamState.mmd").path)
            .replacing("idle --> connecting : start", with: "idle --> connecting : Begin")
            .replacing("error --> connecting : retry", with: "error --> idle : retry")
        try await with(design) { path in
            let result = try await run("StreamState", path, "--event", "begin=start")
            #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
            #expect(
                result.output == """
                    StreamState differs from \(path):

                    elsewhere: in error, retry leads to connecting in the code, but to idle in the design.
                        in the code: idle ─ start → connecting ─ playerFailed → error ─ retry → connecting

                    1 difference.

                    """
            )
        }
    }

    private static let change = "stateDiagram-v2\n [*] --> idle\n idle --> live : start\n idle --> gone : stop"

    @Test func `a picture in Mermaid shows the differences`() async throws {
        try await with(Self.change) { path in
            let mermaid = path + ".mmd"
            #expect(try await run("StreamState", path, "--picture", mermaid).output.hasSuffix("\nwrote \(mermaid)\n"))
            let lines = try text(mermaid).split(separator: "\n")
            #expect(lines.contains("  s0 -->|\"≠ start\"| s1"), "\(lines)")
            #expect(lines.contains("  class s2 missing"), "\(lines)")
        }
    }

    @Test(.needsGraphviz) func `a picture shows the differences in colors`() async throws {
        try await with(Self.change) { path in
            let svg = path + ".svg"
            let result = try await run("StreamState", path, "--picture", svg)
            let picture = try text(svg)
            #expect(result.status == 1 && picture.contains("#c0392b"))
        }
    }

    @Test(.needsGraphviz) func `a page shows the design beside the code, and the differences`() async throws {
        try await with("stateDiagram-v2\n [*] --> idle\n idle --> live : start\n idle --> gone : a<b") { path in
            let file = path + ".html"
            #expect(try await run("StreamState", path, "--picture", file).output.hasSuffix("\nwrote \(file)\n"))
            let page = try text(file)
            let drawings = page.components(separatedBy: "<svg").dropFirst()
            #expect(drawings.count == 2)
            let (design, code) = (drawings.first ?? "", drawings.last ?? "")
            #expect(design.contains(">− a&lt;b</text>") && !code.contains("a&lt;b</text>"))
            #expect(code.contains(">≠ start</text>") && design.contains(">− start</text>"))
            #expect(page.contains("<li class=\"missing\"><p><b>missing</b>: the code never enters the state gone.</p>"))
            #expect(page.contains("<p class=\"quiet\">in the design: idle ─ a&lt;b → gone</p></li>"))
            #expect(!page.contains("a<b"))
        }
    }

    @Test(.needsGraphviz) func `a page says so if there is no difference`() async throws {
        try await with("stateDiagram-v2\n [*] --> nothing") { path in
            _ = try await run("StreamState", path, "--accept")
            #expect(try await run("StreamState", path, "--picture", path + ".html").status == 0)
            #expect(try text(path + ".html").contains("<p>StreamState matches "))
        }
    }

    @Test func `accept writes a design without differences`() async throws {
        for machine in ["StreamState", "RemoteContentState", "VideoState", "Order", "Onboarding", "JobState", "Enemy"] {
            try await with("stateDiagram-v2\n [*] --> nothing") { path in
                let accepted = try await run(machine, path, "--accept")
                #expect(accepted.status == 0 && accepted.output == "wrote \(path)\n", "\(accepted.errors)")
                let result = try await run(machine, path)
                #expect(result.status == 0, "\(result.output)\(result.errors)")
            }
        }
    }

    @Test(arguments: [("FormValidation", "arrow without an event"), ("DataPresence", "several initial states")])
    func `accept leaves the design as it is if Mermaid cannot express the machine`(
        machine: String,
        reason: String
    ) async throws {
        try await with("before") { path in
            let result = try await run(machine, path, "--accept")
            #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
            #expect(try text(path) == "before")
        }
    }

    @Test func `the JSON of a machine is a design, except for a machine with regions`() async throws {
        let machines = [
            ("Onboarding", 0 as Int32, "Onboarding matches"), ("DataPresence", 0, "DataPresence matches"),
            ("VideoState", 0, "VideoState matches"), ("FormValidation", 2, "is not supported"),
        ]
        for (machine, status, message) in machines.usually({ $0.0 != "DataPresence" && $0.0 != "Onboarding" }) {
            let json = try await Example.run("transition-tables", ["--machine", machine, "--format", "json"]).output
            try await with(json, named: "\(machine).json") { path in
                let result = try await run(machine, path)
                #expect(result.status == status, "\(result.errors)")
                #expect((result.output + result.errors).contains(message), "\(result.output)")
            }
        }
    }

    @Test func `failures have the status 2, and wrong arguments have the status 64`() async throws {
        let missing = try await run("StreamState", "/nowhere/design.mmd")
        #expect(missing.status == 2)
        #expect(missing.errors == "transition-tables: Cannot read /nowhere/design.mmd: the file does not exist.\n")
        let unknown = try await run("Nothing", "/nowhere/design.mmd")
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("called Nothing. Its machines are: StreamState, StreamSession,"))
        try await with("stateDiagram-v2\n a -> b") { path in
            let wrong = try await run("StreamState", path)
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("design.mmd: line 2, column 2:"), "\(wrong.errors)")
        }
        try await with("stateDiagram-v2\n [*] --> idle\n idle --> live : go") { path in
            let renamed = try await run("StreamState", path, "--event", "go=leave")
            #expect(renamed.status == 64)
            #expect(renamed.errors.contains("--event go=leave: the code has no event called leave."))
        }
        #expect(try await run("StreamState").status == 64)
    }
}
