#if os(Linux)
import StateMachineExampleSupport
import Foundation
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct TerminalTests {
    /// The examples that read keys, and a text that they show while they run.
    static let readers = [("stream-monitor", "live "), ("video", "playing ")]

    @Test(arguments: readers)
    func `after Ctrl-Z the terminal is as it was, and after fg keys are read again`(name: String, sign: String)
        async throws
    {
        let service = try VideoProgram.serviceOfHour()
        defer { service.stop() }
        let terminal = try PseudoTerminal()
        terminal.run(name, name == "video" ? service.address : "")
        #expect(await terminal.shows(sign), "\(terminal.text.debugDescription)")
        #expect(!terminal.isCooked)
        terminal.type("\u{1A}")
        try #require(await terminal.shows("status 148."), "\(terminal.text)")
        #expect(terminal.isCooked)
        let start = terminal.mark
        terminal.type("fg; echo status $?.\n")
        // The shell prints the command that it continues, and the example draws again at once.
        try #require(await terminal.shows("\r\u{1B}[J", behind: start))
        #expect(await eventually { !terminal.isCooked })
        terminal.type("h")
        #expect(await terminal.shows("h: help", behind: start), "\(terminal.text(behind: start))")
        terminal.type("q")
        #expect(await terminal.shows("status 0.", behind: start), "\(terminal.text(behind: start))")
        #expect(await eventually { terminal.isCooked })
    }

    @Test func `the status is drawn again in the new width when the terminal is resized`() async throws {
        let terminal = try PseudoTerminal(columns: 100)
        terminal.run("video", "--speed 1000")
        #expect(await terminal.shows("didPlayToEnd"), "\(terminal.text.debugDescription)")
        #expect(await terminal.shows("paused  "), "\(terminal.text.debugDescription)")
        // The video is paused: only the new size can cause drawing.
        for columns in [40, 70, 20] {
            let start = terminal.mark
            terminal.resize(to: columns)
            try #require(await terminal.shows("of 0:08\r", behind: start), "\(terminal.text(behind: start))")
            let status = terminal.text(behind: start).split(separator: "\u{1B}[J").last?.dropLast() ?? ""
            #expect(status.count <= columns && status.hasPrefix("paused"))
        }
        terminal.type("q")
        #expect(await terminal.shows("status 0."), "\(terminal.text.debugDescription)")
    }

    @Test func `the cursor is left at the beginning of the status, so that a narrower terminal can erase all of it`()
        async throws
    {
        let terminal = try PseudoTerminal(columns: 70)
        terminal.run("stream-monitor", "--frames 10")
        #expect(await terminal.shows("status 0."), "\(terminal.text.debugDescription)")
        let drawings = terminal.text.split(separator: "\u{1B}[J").filter { $0.contains("/s  ") }
        #expect(drawings.count > 5)
        // One carriage return ends a status, the other one begins the next.
        #expect(drawings.allSatisfy { $0.hasSuffix("player\r\r") }, "\(drawings)")
    }

    @Test(arguments: [
        ("image-search", "search> "), ("remote-content --latency 0", "feed> "), ("gallery Enemy", "Enemy> "),
    ])
    func `a line with an arrow key is ignored at each prompt`(command: String, prompt: String) async throws {
        let terminal = try PseudoTerminal(columns: 200)
        let words = command.split(separator: " ", maxSplits: 1).map(String.init)
        terminal.run(words[0], words.dropFirst().first ?? "")
        #expect(await terminal.shows(prompt), "\(terminal.text.debugDescription)")
        terminal.type("cat\u{1B}[D\u{1B}[Ds\n")
        #expect(
            await terminal.shows("the line is ignored: arrow keys do nothing here"),
            "\(terminal.text.debugDescription)"
        )
        #expect(!terminal.text.contains("loading(") || words[0] == "remote-content")
        terminal.type("\u{4}")
        // A person has seen the message: the status is 0.
        #expect(await terminal.shows("status 0."), "\(terminal.text)")
    }

    @Test(arguments: [("", "machine> "), ("Enemy", "Enemy> ")])
    func `the gallery prompts again after Ctrl-Z and fg`(arguments: String, prompt: String) async throws {
        let terminal = try PseudoTerminal()
        terminal.run("gallery", arguments)
        try #require(await terminal.shows(prompt), "\(terminal.text.debugDescription)")
        terminal.type("\u{1A}")
        try #require(await terminal.shows("status 148."), "\(terminal.text)")
        let start = terminal.mark
        terminal.type("fg; echo status $?.\n")
        #expect(await terminal.shows("\r\u{1B}[J\(prompt)", behind: start), "\(terminal.text(behind: start))")
        terminal.type(":quit\n")
        #expect(await terminal.shows("status 0.", behind: start), "\(terminal.text(behind: start))")
    }

    @Test func `a second Ctrl-C ends an example at once, and leaves the terminal as it was`() async throws {
        let folder = URL.temporaryDirectory.appending(path: "TerminalTests.\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // It ignores SIGTERM, so that the first Ctrl-C takes a second.
        let player = folder.appending(path: "player").path(percentEncoded: false)
        try Data("trap '' TERM; for turn in $(seq 100); do sleep 0.1; done\n".utf8).write(to: URL(filePath: player))
        let service = try VideoProgram.serviceOfHour()
        defer { service.stop() }
        let terminal = try PseudoTerminal()
        terminal.run("video", "\(service.address) --player '/bin/sh \(player)'")
        #expect(await terminal.shows("playing "), "\(terminal.text.debugDescription)")
        terminal.type("\u{3}")
        terminal.type("\u{3}")
        #expect(await terminal.shows("$ "), "\(terminal.text.debugDescription)")
        #expect(await eventually { terminal.isCooked })
    }
}
#endif
