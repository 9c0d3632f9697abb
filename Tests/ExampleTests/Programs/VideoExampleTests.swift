import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing
import VideoMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct VideoExampleTests {
    @Test func `a video is downloaded and played, and no file is left`() async throws {
        try await VideoProgram.withFolder { folder in
            let result = try await VideoProgram.run("--speed", "1000", in: folder)
            #expect(result.status == 0)
            #expect(result.errors == VideoProgram.progress)
            #expect(
                result.output == """
                    willDownload ─ download → downloading                 +partialFile  +download
                    downloading ─ didFinishDownload → playing             -download  -partialFile  +playback  +advancing
                    MP4, 0:08, 83 kB
                    playing ─ didPlayToEnd → paused(100%)                 -advancing

                    """
            )
            #expect(VideoProgram.files(in: folder) == [])
        }
    }

    @Test func `an interrupted download resumes, and the partial file stays in between`() async throws {
        try await VideoProgram.withFolder { folder in
            let result = try await VideoProgram.run(
                "--speed",
                "1000",
                "--fault",
                "disconnect",
                input: "wait\nretry\n",
                in: folder
            )
            #expect(result.status == 0)
            #expect(
                result.errors == VideoProgram.progress + "video: The connection was lost after 41593 of 83187 bytes\n"
            )
            #expect(
                result.lines.prefix(4) == [
                    "willDownload ─ download → downloading                 +partialFile  +download",
                    "downloading ─ didFailDownload → failed                -download",
                    "failed ─ download → downloading                       +download",
                    "downloading ─ didFinishDownload → playing             -download  -partialFile  +playback  +advancing",
                ]
            )
        }
    }

    /// The failures, with the messages about them.
    static let failures = [
        (VideoFault.notFound, "This address does not exist (status 404)"),
        (.disconnect, "The connection was lost after 41593 of 83187 bytes"),
        (.noRanges, "The connection was lost after 41593 of 83187 bytes"),
        (.wrongLength, "The server announced 83187 bytes but sent 82187"),
        (.notAVideo, "The downloaded file is not playable: the file is neither MP4 nor WAV"),
        (.timeout, "The server did not respond within 1 second"),
        (.refused, "Cannot connect to the server at 127.0.0.1:"),
    ]

    @Test(arguments: failures.usually { $0.0 != .timeout })
    func `each fault leads to a message and a failing status, and leaves nothing behind`(
        fault: VideoFault,
        message: String
    ) async throws {
        try await VideoProgram.withFolder { folder in
            let output = folder.appending(path: "out.mov").path(percentEncoded: false)
            // No other fault may run into the timeout.
            let timeout = fault == .timeout ? "1" : "60"
            let result = try await VideoProgram.run(
                "--fault",
                fault.rawValue,
                "--speed",
                "1000",
                "--timeout",
                timeout,
                "--output",
                output,
                in: folder
            )
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix("\(VideoProgram.progress)video: \(message)"))
            #expect(result.errors.split(separator: "\n").count == 2)
            #expect(
                result.lines == [
                    "willDownload ─ download → downloading                 +partialFile  +download",
                    "downloading ─ didFailDownload → failed                -download",
                    "failed ─ cancel → willDownload                        -partialFile",
                ]
            )
            #expect(VideoProgram.files(in: folder) == [])
        }
    }

    @Test func `--output keeps the complete video`() async throws {
        try await VideoProgram.withFolder { folder in
            let output = folder.appending(path: "sea.mov")
            let path = output.path(percentEncoded: false)
            let result = try await VideoProgram.run(
                "--speed",
                "1000",
                "--output",
                path,
                input: "wait download\nquit\n",
                in: folder
            )
            #expect(result.status == 0)
            #expect(result.lines.contains("MP4, 0:08, 83 kB, in \(path)"))
            #expect(try Array(Data(contentsOf: output)) == VideoService.ocean.bytes)
            #expect(VideoProgram.files(in: folder) == ["sea.mov"])
        }
    }

    @Test func `commands from a pipe pause, move and resume the video`() async throws {
        try await VideoProgram.withFolder { folder in
            let service = try VideoProgram.serviceOfHour()
            defer { service.stop() }
            let script =
                "wait download\npause\nseek 50%\nseek 0.25\npause\nfault none\nplay\nseek 1\nwait\nplay\npause\nx\nseek 2\n"
            let result = try await VideoProgram.run(service.address, input: script, in: folder)
            #expect(result.status == 64)
            #expect(
                result.lines.dropFirst(2) == [
                    "MP4, 60:00, \(try VideoProgram.hour().count.formatted(.byteCount(style: .file)))",
                    "playing ─ pause → paused(0%)                          -advancing",
                    "paused(0%) ─ seek(50%) → paused(50%)",
                    "paused(50%) ─ seek(25%) → paused(25%)",
                    "paused(25%) ─ play → playing                          +advancing",
                    "playing ─ seek(100%) → playing",
                    "playing ─ didPlayToEnd → paused(100%)                 -advancing",
                    "paused(100%) ─ play → playing                         +advancing",
                    "playing ─ pause → paused(0%)                          -advancing",
                ]
            )
            #expect(
                result.errors == """
                    video: paused(25%) does not handle pause
                    video: fault works only with the service on 127.0.0.1
                    video: unknown command 'x'; the commands are pause, play, seek P, cancel, retry, wait, wait download, fault KIND, help and quit
                    video: seek takes a position in the video, from 0 to 1 or from 0% to 100%, not '2'

                    """
            )
        }
    }

    @Test func `a cancelled download can be started again`() async throws {
        try await VideoProgram.withFolder { folder in
            let result = try await VideoProgram.run(
                "--fault",
                "timeout",
                input: "cancel\nfault none\nretry\nwait download\nquit\n",
                in: folder
            )
            #expect(result.status == 0)
            #expect(
                result.lines.prefix(3) == [
                    "willDownload ─ download → downloading                 +partialFile  +download",
                    "downloading ─ cancel → willDownload                   -download  -partialFile",
                    "willDownload ─ download → downloading                 +partialFile  +download",
                ]
            )
            #expect(VideoProgram.files(in: folder) == [])
        }
    }

    @Test(arguments: [(SIGINT, false), (SIGINT, true), (SIGHUP, false)])
    func `Ctrl-C and a closed terminal leave no file and no connection, during the download and after a failure`(
        signal: Int32,
        hasFailed: Bool
    ) async throws {
        try await VideoProgram.withFolder { folder in
            let service = try VideoService(bytesPerSecond: hasFailed ? nil : 500, fault: hasFailed ? .disconnect : nil)
            defer { service.stop() }
            let output = folder.appending(path: "sea.mov").path(percentEncoded: false)
            let example = try Example(
                "video",
                [service.address, "--output", output],
                environment: VideoProgram.environment(folder)
            )
            #expect(await eventually { VideoProgram.files(in: folder).count == 1 })
            if hasFailed { #expect(await example.hasWritten("didFailDownload")) }
            #expect(await example.end(by: signal).status == 128 + signal)
            #expect(VideoProgram.files(in: folder) == [])
            #expect(await eventually { service.openConnections == 0 })
        }
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed, "mounting a small disk is not allowed here"))
    func `a full disk leads to a message and a failing status`() async throws {
        try await VideoProgram.withFolder { folder in
            let disk = folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            let tinyDisk = try TinyDisk(size: "40k", on: disk)
            defer { tinyDisk.unmount() }
            let output = disk.appending(path: "sea.mov").path(percentEncoded: false)
            let result = try await VideoProgram.run("--speed", "1000", "--output", output, in: folder)
            #expect(result.status == 1)
            #expect(
                result.errors == VideoProgram.progress
                    + "video: The disk is full: No space left on device\n"
            )
            #expect(VideoProgram.files(in: disk) == [])
        }
    }
    #endif

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["--fault", "flood"], "unknown fault 'flood'; the faults are 404, disconnect, "),
        (["--speed", "0"], "--speed takes a number from 0.1 to 1000, not '0'"),
        (["--speed", "nan"], "--speed takes a number from 0.1 to 1000, not 'nan'"),
        (["ftp://x/y.mp4"], "the address of a video must be an http or https URL, not 'ftp://x/y.mp4'"),
        (
            ["http://127.0.0.1:1/", "--fault", "404"],
            "--fault works only with the service on 127.0.0.1; remove the URL of the video"
        ),
        (["http://127.0.0.1:1/", "http://127.0.0.1:2/"], "only one video is allowed"),
        (["--player", "no-such-program-here x"], "--player: cannot find the program 'no-such-program-here'"),
        (["--player", " "], "--player needs the name of a program"),
        (["--output", ""], "--output needs the path of a file"),
        (["--timeout"], "--timeout needs a value"),
    ])
    func `invalid arguments lead to the usage and status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("video", arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("video: \(message)") && result.errors.contains("\nusage: video "))
    }

    @Test func `help is not an error`() async throws {
        let result = try await Example.run("video", ["--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("usage: video [URL]"))
    }
}
