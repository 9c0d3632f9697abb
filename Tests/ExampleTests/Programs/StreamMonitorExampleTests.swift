import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct StreamMonitorExampleTests {
    private func run(_ arguments: String..., input: String = "") async throws -> Example.Result {
        try await Example.run("stream-monitor", arguments, input: input)
    }

    @Test func `one player outlives a lost connection and the retry`() async throws {
        let result = try await run("--frames", "8", "--fault", "drop", input: "wait error\nretry\n")
        #expect(result.status == 0)
        #expect(result.errors == "stream-monitor: The connection to the camera was lost\n")
        #expect(
            transitions(of: result) == [
                "idle ─ start → connecting                             +player  +connection",
                "connecting ─ bufferFinished → live",
                "live ─ playerFailed → error                           -connection",
                "error ─ retry → connecting                            +connection",
                "connecting ─ bufferFinished → live",
                "live ─ stop → idle                                    -connection  -player",
                "8 frames, 2 connections, 1 player",
            ]
        )
    }

    /// Returns the lines of a run without those for a player that says again that it has enough
    /// pictures.
    ///
    /// On a busy machine, a player has to wait for pictures.
    private func transitions(of result: Example.Result) -> [String] {
        result.lines.filter { !$0.hasPrefix("live ─ bufferFinished → live") }
    }

    @Test func `stop and start make another player, and quit ends it`() async throws {
        let result = try await run(input: "wait\nretry\nstop\nstop\nstart\nwait 2\nquit\nstart\n")
        #expect(result.status == 0)
        #expect(
            result.errors == """
                stream-monitor: live does not handle retry
                stream-monitor: idle does not handle stop

                """
        )
        #expect(result.lines.filter { $0.contains("+player  +connection") }.count == 2)
        #expect(result.lines.filter { $0.contains("-connection  -player") }.count == 2)
        #expect(result.lines.last?.hasSuffix(" frames, 2 connections, 2 players") == true)
    }

    @Test(arguments: CameraFault.allCases.usually { $0 != .stall && $0 != .hang && $0 != .restart })
    func `each fault ends in the error state, with a message and a failing status`(fault: CameraFault) async throws {
        let timeout = fault == .hang ? "1" : fault == .stall ? "3" : "60"
        let result = try await run("--fault", fault.rawValue, "--frames", "8", "--timeout", timeout)
        #expect(result.status == 1)
        let isLate = [.drop, .stall, .restart].contains(fault)
        let untilTheError =
            isLate
            ? ["connecting ─ bufferFinished → live", "live ─ playerFailed → error"]
            : ["connecting ─ playerFailed → error"]
        let last = ["error ─ stop → idle", "\(isLate ? 5 : 0) frames, 1 connection, 1 player"]
        let lines = transitions(of: result).map { String($0.split(separator: "  ", maxSplits: 1)[0]) }
        #expect(lines == ["idle ─ start → connecting"] + untilTheError + last)
        #expect(result.errors.hasPrefix("stream-monitor: ") && result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains("timed out") == (fault == .hang || fault == .stall))
    }

    @Test(arguments: ["stop\n", "stop\nwait error\n", "stop\nwait\n"])
    func `a script that stops the stream ends the program, even with --frames`(script: String) async throws {
        let result = try await run("--frames", "1000", input: script)
        #expect(result.lines.contains { $0.contains("─ stop → idle") })
    }

    @Test func `the stream works again once faults are over`() async throws {
        let script = CameraFault.allCases.filter { ![.hang, .stall, .restart].contains($0) }
            .map { "fault \($0.rawValue)\nstop\nstart\nwait error\n" }.joined()
        let result = try await run(input: script + "fault none\nretry\nwait 3\nquit\n")
        #expect(result.status == 0)
        #expect(result.lines.filter { $0.contains("─ playerFailed → error") }.count == 8)
        #expect(result.lines.contains("connecting ─ bufferFinished → live"))
    }

    @Test func `a snapshot is a complete picture`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snapshots \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, last) = (folder.appending(path: "first.jpg"), folder.appending(path: "last.jpg"))
        let result = try await run(
            "--frames",
            "4",
            "--snapshot",
            last.path(percentEncoded: false),
            input: "wait\nsnapshot \(first.path(percentEncoded: false))\n"
        )
        #expect(result.status == 0)
        for file in [first, last] {
            let data = try Data(contentsOf: file)
            #expect(data.starts(with: [0xFF, 0xD8]) && data.suffix(2) == Data([0xFF, 0xD9]))
        }
        #expect(try Data(contentsOf: first) != Data(contentsOf: last))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).count == 2)
    }

    @Test(arguments: [
        (
            ["--frames", "2", "--snapshot", "/dev/null/x.jpg"],
            "cannot write /dev/null/x.jpg: No such file or directory"
        ),
        (["--frames", "1", "--snapshot", "/"], "cannot write /: Is a directory"),
        (["--fault", "busy", "--snapshot", "/tmp/x.jpg"], "no picture has arrived yet"),
    ])
    func `a picture that cannot be saved leads to a message and a failing status`(
        arguments: [String],
        message: String
    ) async throws {
        let result = try await Example.run("stream-monitor", arguments)
        #expect(result.status == 1)
        #expect(result.errors.hasSuffix("stream-monitor: \(message)\n"))
    }

    @Test func `--json prints one object on each line`() async throws {
        let result = try await run("--json", "--frames=8", "--fault", "drop", input: "wait error\nretry\n")
        let objects = try result.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(
            objects.dropLast().map { $0?["to"] as? String } == [
                "connecting", "live", "error", "connecting", "live", "idle",
            ]
        )
        #expect(objects.first??["entered"] as? [String] == ["player", "connection"])
        #expect(objects.compactMap { $0?["message"] as? String } == ["The connection to the camera was lost"])
        #expect(objects.last??["frames"] as? Int == 8)
        #expect(objects.last??["players"] as? Int == 1)
        #expect(objects.last??["bytes"] as? Int ?? 0 > 8_000)
    }

    @Test func `a camera at another address can be watched`() async throws {
        let camera = try LoopbackCamera(framesPerSecond: 50, announcesLength: false)
        defer { camera.stop() }
        let result = try await run(camera.address, "--frames", "5", input: "status\nfault drop\n")
        #expect(result.status == 64)
        #expect(result.lines.last == "5 frames, 1 connection, 1 player")
        #expect(result.lines.contains { $0.contains("  1 connection  1 player") && $0.contains("/s  ") })
        #expect(result.errors == "stream-monitor: fault works only with the camera on 127.0.0.1\n")
        #expect(await eventually { camera.log.map(\.outcome) == [.clientDisconnected] })
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["--frames", "0"], "--frames takes a whole number from 1 to 1000000000, not '0'"),
        (["--frames"], "--frames needs a value"),
        (["--timeout", "soon"], "--timeout takes a whole number from 1 to 3600, not 'soon'"),
        (["--json=yes"], "--json does not take a value"),
        (["--snapshot", ""], "--snapshot needs the path of a file"),
        (["ftp://x"], "the address of a camera must be an http or https URL, not 'ftp://x'"),
        (["http://x", "http://y"], "only one camera is allowed; remove 'http://y'"),
        (
            ["http://x", "--fault", "drop"],
            "--fault works only with the camera on 127.0.0.1; remove the URL of the camera"
        ),
        (
            ["--fault", "rain"],
            "unknown fault 'rain'; the faults are hang, drop, stall, boundary, mismatch, large, garbage, page, busy, refused, restart, none"
        ),
        (["\u{1B}[2J"], "the address of a camera must be an http or https URL, not ' [2J'"),
    ])
    func `invalid arguments lead to the usage and status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("stream-monitor", arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("stream-monitor: \(message)\nusage: stream-monitor "))
    }

    @Test func `help is not an error; an invalid command is, and does not end the program`() async throws {
        let help = try await run("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("usage: stream-monitor [URL]"))
        let result = try await run(input: "dance\nwait forever\nfault\nquit\n")
        #expect(result.status == 64)
        #expect(
            result.errors == """
                stream-monitor: unknown command 'dance'; the commands are start, stop, retry, wait, status, snapshot, fault, help and quit
                stream-monitor: wait takes a number of pictures, the word error, or no argument, not 'forever'
                stream-monitor: unknown command 'fault'; the commands are start, stop, retry, wait, status, snapshot, fault, help and quit

                """
        )
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed, "mounting a small disk is not allowed here"))
    func `a full disk leads to an error with its reason`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "full \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = try TinyDisk(size: "4k", on: folder)
        defer { disk.unmount() }
        try Data(count: 4000).write(to: folder.appending(path: "ballast"))
        let file = folder.appending(path: "snapshot.jpg").path(percentEncoded: false)
        let result = try await run("--frames", "1", "--snapshot", file)
        #expect(result.status == 1)
        #expect(result.errors == "stream-monitor: cannot write \(file): No space left on device\n")
    }
    #endif

    @Test(arguments: [CameraFault?.none, .hang])
    func `Ctrl-C ends the program at once and leaves nothing behind`(fault: CameraFault?) async throws {
        let camera = try LoopbackCamera(fault: fault)
        defer { camera.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "interrupted \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "snapshot.jpg").path(percentEncoded: false)
        let example = try Example("stream-monitor", [camera.address, "--snapshot", file, "--timeout", "600"])
        #expect(await eventually { camera.requestsInProgress == 1 })
        if fault == nil { #expect(await example.hasWritten("→ live")) }
        #expect(await example.end(by: SIGINT).status == 130)
        #expect(await eventually { camera.openConnections == 0 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).isEmpty)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func `output that cannot be written is an error`() async throws {
        let result = try await Example.run("stream-monitor", ["--frames", "1"], to: "/dev/full")
        #expect(result.status == 1)
        #expect(result.errors == "stream-monitor: cannot write: No space left on device\n")
    }
}
