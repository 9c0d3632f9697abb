import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct RemoteContentExampleTests {
    private func run(_ arguments: String..., input: String = "") async throws -> Example.Result {
        try await Example.run("remote-content", ["--latency", "0"] + arguments, input: input)
    }

    @Test func `a feed prints its transitions, an aligned table, and marks of what is new`() async throws {
        let result = try await run("--limit", "3", input: "refresh\nopen 2\nrefresh\nreload\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.output == """
                ● → loading                                             +fetch
                loading ─ didReceiveData(3) → loaded(data)              -fetch  +content
                #  date (UTC)        title
                1  2026-03-03 07:30  Storks return to the mill
                2  2026-03-02 07:30  Night market: 東京 comes to town
                3  2026-03-01 07:30  Library opens <late> on Mondays
                3 entries, Town news
                loaded(data) ─ didTriggerReload → loaded(refresh)       +refresh
                loaded(refresh) ─ didReceiveData(5) → loaded(data)      -refresh
                     #  date (UTC)        title
                new  1  2026-03-06 07:30  The ferry is back
                new  2  2026-03-05 07:30  Café “Zürich” & its 100 cakes
                     3  2026-03-03 07:30  Storks return to the mill
                3 of 5 entries, 2 new, Town news
                Café “Zürich” & its 100 cakes
                2026-03-05 07:30 UTC
                http://example.com/town/4
                Open from Tuesday. The 100th cake is free.
                loaded(data) ─ didTriggerReload → loaded(refresh)       +refresh
                loaded(refresh) ─ didReceiveData(5) → loaded(data)      -refresh
                #  date (UTC)        title
                1  2026-03-06 07:30  The ferry is back
                2  2026-03-05 07:30  Café “Zürich” & its 100 cakes
                3  2026-03-03 07:30  Storks return to the mill
                3 of 5 entries, Town news
                loaded(data) ─ didTriggerReload → loaded(refresh)       +refresh
                loaded(refresh) ─ didReceiveEmptyData → loaded(empty)   -refresh
                the feed is empty

                """
        )
    }

    @Test(arguments: FeedFormat.allCases)
    func `every format shows the same list`(format: FeedFormat) async throws {
        let result = try await run("--format", format.rawValue)
        #expect(result.status == 0)
        #expect(result.lines[3...5].map { $0.suffix(10) } == ["o the mill", "es to town", "on Mondays"])
    }

    @Test(arguments: FeedFault.allCases.usually { $0 != .timeout })
    func `each fault ends in the error state, with a message and a failing status`(fault: FeedFault) async throws {
        let result = try await run("--fault", fault.rawValue, "--timeout", "1", input: "open 1\n")
        #expect(result.status == 64)
        #expect(result.lines.last?.hasPrefix("loading ─ didReceiveError → error") == true)
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count == 2 && errors.allSatisfy { $0.hasPrefix("remote-content: ") })
        #expect(errors.last == "remote-content: no entries are shown")
    }

    @Test func `after an error the feed is loaded again, with an empty screen`() async throws {
        let result = try await run(input: "fault garbage\nr\nfault none\nreload\nnonsense\n1\nopen 9\nopen x\n\nq\nr\n")
        #expect(result.status == 64)
        let moves = result.lines.filter { $0.contains(" → ") }.map { $0.split(separator: "  ")[0] }
        #expect(
            moves == [
                "● → loading", "loading ─ didReceiveData(3) → loaded(data)",
                "loaded(data) ─ didTriggerReload → loaded(refresh)", "loaded(refresh) ─ didReceiveError → error",
                "error ─ didTriggerReload → loading", "loading ─ didReceiveData(5) → loaded(data)",
            ]
        )
        #expect(result.lines.last == "The old ferry crosses the river again, every hour from 6 to 22.")
        #expect(
            result.errors == """
                remote-content: Expected a feed, but received a web page
                remote-content: unknown command 'nonsense'; the commands are reload, refresh, open N, fault KIND, fault none, help and quit
                remote-content: entry 9 does not exist; choose a number from 1 to 5
                remote-content: open takes the number of an entry, not 'x'

                """
        )
    }

    @Test func `--json prints one line for each answer`() async throws {
        let result = try await run(
            "--json",
            "--limit=1",
            input: "refresh\nopen 1\nfault 500\nrefresh\nfault none\nrefresh\nrefresh\n"
        )
        #expect(result.status == 1)
        let documents = try result.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(documents.map { ($0?["items"] as? [Any])?.count } == [1, 1, nil, nil, 1, 0])
        #expect(documents[2]?["title"] as? String == "The ferry is back")
        #expect(documents[2]?["isNew"] as? Bool == true)
        #expect(documents[3]?["error"] as? String == "The server responded with status 500")
    }

    @Test(arguments: [
        (["--nonsense"], "unknown option --nonsense"),
        (["--limit", "0"], "--limit takes a whole number from 1 to 1000, not '0'"),
        (["--format", "pdf"], "unknown format 'pdf'; the formats are rss, atom, json, list"),
        (
            ["--fault", "flood"],
            "unknown fault 'flood'; the faults are 404, 500, timeout, disconnect, truncated, garbage, picture, bomb, refused, none"
        ),
        (["file:///etc/passwd"], "the address of a feed must be an http or https URL, not 'file:///etc/passwd'"),
        (
            ["http://127.0.0.1:1/", "--fault", "500"],
            "--fault works only with the feed on 127.0.0.1; remove the URL of the feed"
        ),
        (["http://a/", "http://b/"], "only one feed is allowed; remove 'http://b/'"),
        (["--json=yes"], "--json does not take a value"),
    ])
    func `invalid arguments lead to the usage and status 64`(arguments: [String], message: String) async throws {
        let result = try await Example.run("remote-content", arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("remote-content: \(message)\nusage: remote-content "))
    }

    @Test func `help is not an error`() async throws {
        let result = try await run("--help")
        #expect(result.status == 0)
        #expect(result.output.contains("usage: remote-content [URL]"))
    }

    @Test func `control characters in a feed do not reach the terminal`() async throws {
        let json = #"[{"title": "a\u001b[2Jb\nc\u202ed", "description": "x\u001b]0;y\u0007z"}]"#
        let server = try LoopbackServer { _, writer in try writer.respond(body: Array(json.utf8)) }
        defer { server.stop() }
        let result = try await Example.run("remote-content", [server.url], input: "open 1\n")
        #expect(result.status == 0)
        #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{7}"))
        #expect(result.lines.contains("1              a [2Jb cd"))
    }

    @Test(arguments: [false, true])
    func `Ctrl-C ends the program at once and leaves nothing behind`(isRefreshing: Bool) async throws {
        let server = try FeedService(latency: .zero, fault: isRefreshing ? nil : .timeout)
        defer { server.stop() }
        let example = try Example("remote-content", [server.address(of: .atom), "--timeout", "60"])
        if isRefreshing {
            #expect(await example.hasWritten("3 entries"))
            try server.setFault(.timeout)
            example.type("refresh\n")
        }
        #expect(await eventually { server.requestsInProgress == 1 })
        #expect(await example.end(by: SIGINT).status == 130)
        #expect(await eventually { server.openConnections == 0 })
        #expect(server.log.last?.outcome == .clientDisconnected)
    }

    @Test func `a refresh of unchanged content keeps it, and the server sends 304`() async throws {
        let server = try FeedService(editions: [FeedEdition.bundled[0]], latency: .zero)
        defer { server.stop() }
        let example = try Example("remote-content", [server.address(of: .atom)])
        example.type("refresh\nopen 3\n")
        let result = await example.end()
        #expect(result.status == 0)
        #expect(result.lines.last == "At 10 instead of 8.")
        #expect(await eventually { server.log.map(\.status) == [.ok, .notModified] })
    }
}
