import Foundation
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

/// The example `image-search` without a query: it reads queries and commands from its input.
@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchPromptExampleTests {
    private func run(_ arguments: String..., input: String) async throws -> Example.Result {
        try await Example.run("image-search", arguments, input: input)
    }

    @Test func `the word help is a command, and :search can search for it`() async throws {
        let result = try await run("--latency", "0", input: "help\n:search help\n:wait\n")
        #expect(result.status == 0)
        #expect(result.lines.first?.contains(":search WORDS") == true)
        #expect(result.output.contains(#"searching ─ search("help") → loading("help")"#))
    }

    @Test func `queries are read from a pipe, and failures do not end the program`() async throws {
        let script = """
            rose
            :wait
            :fault garbage
            tulip
            :wait
            :fault none
            tulip

            :wait
            :nonsense
            :cancel
            """
        let result = try await run("--latency", "0", "--limit", "3", input: script)
        #expect(result.status == 64)
        #expect(result.lines.filter { $0.contains("→ searchResults(3)") }.count == 2)
        #expect(result.lines.filter { $0.contains("─ failure → error") }.count == 1)
        #expect(result.lines.last?.hasPrefix("searching ─ cancel → start") == true)
        #expect(
            result.errors == """
                image-search: The response does not have the format of the image service
                image-search: unknown command ':nonsense'; the commands are :cancel, :wait, :fault KIND, :fault none, :search WORDS, :help and :quit

                """
        )
    }

    @Test func `a new query cancels the one that is loading`() async throws {
        let clock = ManualClock()
        let service = try ImageService(latency: .seconds(1), clock: clock)
        defer { service.stop() }
        let example = try Example("image-search", ["--endpoint", service.endpoint, "--timeout", "60"])
        example.type("cats\n")
        #expect(await eventually { service.requestsInProgress == 1 })
        example.type("rose\n")
        #expect(await eventually { service.log.count == 1 })
        // The second request may not have begun to wait yet.
        #expect(
            await eventually {
                clock.advance(by: .seconds(1))
                return service.log.count == 2
            }
        )
        #expect(await example.hasWritten(" images, page 1\n"))
        let result = await example.end()
        #expect(result.status == 0)
        #expect(result.output.contains(#"loading("cats") ─ startSearch → searching"#))
        #expect(result.output.contains(#"-fetching("cats")  +editing"#))
        #expect(await eventually { service.log.count == 2 })
        #expect(
            Set(service.log.map { "\($0.query["q"] ?? "") \($0.outcome)" }) == [
                "cats clientDisconnected", "rose completed",
            ]
        )
    }

    @Test func `quitting while a search loads cancels it`() async throws {
        let service = try ImageService(latency: .seconds(60))
        defer { service.stop() }
        let example = try Example("image-search", ["--endpoint", service.endpoint, "--timeout", "60"])
        example.type("cats\n")
        #expect(await eventually { service.requestsInProgress == 1 })
        example.type(":quit\n")
        #expect(await example.end().status == 0)
        #expect(await eventually { service.log.last?.outcome == .clientDisconnected })
    }

    @Test func `--json prints a line for each query, failures included`() async throws {
        let result = try await run(
            "--json",
            "--latency",
            "0",
            "--limit",
            "3",
            input: "rose\n:fault garbage\ncats\n:fault none\ntulip\n"
        )
        let documents = try result.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(documents.map { $0?["query"] as? String } == ["rose", "cats", "tulip"])
        #expect(documents.map { $0?["error"] == nil } == [true, false, true])
        #expect(result.status == 1)
    }

    @Test func `a very long query is refused at once`() async throws {
        let result = try await run("--latency", "0", input: String(repeating: "x", count: 1_000_000) + "\n")
        #expect(result.status == 1)
        #expect(result.errors == "image-search: The query is longer than 100 characters\n")
    }
}
