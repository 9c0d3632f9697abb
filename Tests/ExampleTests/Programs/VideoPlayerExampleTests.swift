import Foundation
import StateMachineExampleSupport
import StateMachineTestSupport
import Testing

/// The example `video` with a program as its player.
@Suite(.timeLimit(.minutes(5)), .outside) struct VideoPlayerExampleTests {
    /// A player that logs its arguments and its end, and has a child process.
    private func player(in folder: URL) throws -> (path: String, log: URL) {
        let (script, log) = (folder.appending(path: "player"), folder.appending(path: "log"))
        let text = """
            #!/bin/sh
            echo "file $(wc -c <"$2") $1" >>'\(log.path(percentEncoded: false))'
            sleep 1000 &
            echo "child $!" >>'\(log.path(percentEncoded: false))'
            trap 'echo term >>'"'\(log.path(percentEncoded: false))'"'; exit' TERM
            wait
            """
        try Data(text.utf8).write(to: script)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: script.path(percentEncoded: false)
        )
        return (script.path(percentEncoded: false), log)
    }

    /// What a player does, and the message about it.
    static let failures = [
        (script: "exit 3", message: "the player sh ended with status 3"),
        (script: "exit 0", message: "the player sh ended before the video was played"),
        (script: "kill -9 $$", message: "signal 9 ended the player sh"),
    ]

    @Test(arguments: failures.usually { $0.script == "exit 3" })
    func `a player that fails is an error, and the video pauses at its beginning`(script: String, message: String)
        async throws
    {
        try await VideoProgram.withFolder { folder in
            let player = folder.appending(path: "player")
            try Data("\(script)\n".utf8).write(to: player)
            let path = player.path(percentEncoded: false)
            let service = try VideoProgram.serviceOfHour()
            defer { service.stop() }
            let result = try await VideoProgram.run(service.address, "--player", "/bin/sh \(path)", in: folder)
            #expect(result.status == 1)
            #expect(result.errors == "video: \(message)\n")
            #expect(result.lines.last?.hasPrefix("playing ─ pause → paused(0%)") == true)
        }
    }

    #if os(Linux)
    /// The system's letter for the status of a process; `nil` once it has ended.
    private func status(ofProcess id: Int) -> Character? {
        let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        let letter = text?.split(separator: ")").last?.first { $0 != " " }
        return letter == "Z" ? nil : letter
    }

    @Test(arguments: [false, true].usually(\.self))
    func `a player gets the file, is suspended and resumed, and ends with the program`(isInterrupted: Bool)
        async throws
    {
        try await VideoProgram.withFolder { folder in
            let (path, log) = try player(in: folder)
            func lines() -> [String] {
                ((try? String(contentsOf: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
            }
            let service = try VideoProgram.serviceOfHour()
            defer { service.stop() }
            let example = try Example(
                "video",
                [service.address, "--player", "/bin/sh \(path) --quiet"],
                environment: VideoProgram.environment(folder)
            )
            let hasBegun = await eventually { lines().count == 2 }
            try #require(hasBegun, "\(lines()) \(example.transcript)")
            #expect(try lines().first == "file \(VideoProgram.hour().count) --quiet")
            let child = try #require(Int(lines()[1].dropFirst("child ".count)))
            #expect(await eventually { status(ofProcess: child) == "S" })
            example.type("pause\n")
            #expect(await eventually { status(ofProcess: child) == "T" })
            example.type("play\n")
            #expect(await eventually { status(ofProcess: child) == "S" })
            example.type("pause\n")
            #expect(await eventually { status(ofProcess: child) == "T" })
            if isInterrupted {
                #expect(await example.end(by: SIGINT).status == 130)
            } else {
                example.type("quit\n")
                #expect(await example.end().status == 0)
            }
            #expect(await eventually { status(ofProcess: child) == nil })
            #expect(lines().last == "term")
            #expect(VideoProgram.files(in: folder) == ["log", "player"])
        }
    }
    #endif
}
