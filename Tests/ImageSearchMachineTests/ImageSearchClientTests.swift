import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchClientTests {
    @Test func `a search finds images with all that the machine needs of them`() async throws {
        try await withService { client, _ in
            let page = try await client.search("red rose")
            #expect(page.totalHits >= page.hits.count)
            let image = try #require(page.hits.first)
            #expect(image.tags.contains("rose"))
            #expect(!image.user.isEmpty)
            #expect(image.width ?? 0 > 0)
            let preview = try await client.data(from: image.previewURL)
            #expect(preview.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func `pages follow each other, and a query of any characters arrives as it is`() async throws {
        try await withService { client, service in
            let first = try await client.search("flowers", page: 1, perPage: 5)
            let second = try await client.search("flowers", page: 2, perPage: 5)
            #expect(first.hits.count == 5)
            #expect(Set(first.hits.map(\.id)).isDisjoint(with: second.hits.map(\.id)))
            let hostile = #"a&b=c|"<script>+%20 é日本"#
            #expect(try await client.search(hostile).hits.isEmpty)
            // The answer is there a moment before it is in the log.
            try #require(await eventually { service.log.count == 3 })
            #expect(service.log.last?.query["q"] == hostile)
            #expect(service.log.last?.query["key"] == "test")
        }
    }

    @Test(arguments: SearchFault.allCases)
    func `each fault is an error in words for people, and searching again works`(fault: SearchFault) async throws {
        try await withService(fault: fault) { client, service in
            let first = fault == .timeout ? try impatientClient(of: service) : client
            var caught: ImageSearchError?
            do throws(ImageSearchError) {
                #expect(try await first.search("cats").hits.isEmpty == false)
            } catch {
                caught = error
            }
            if case .unreachable(let host) = caught {
                #expect(fault == .refused)
                #expect(host.hasPrefix("127.0.0.1:"))
            } else {
                #expect(caught == fault.expectedError)
            }
            try service.setFault(nil)
            let page = try await client.search("cats")
            #expect(!page.hits.isEmpty)
        }
    }

    @Test func `the words of an error name neither key nor query`() async throws {
        try await withService(fault: .status500) { client, service in
            for fault in SearchFault.allCases where fault != .timeout && fault.expectedError != nil {
                try service.setFault(fault)
                let error = await #expect(throws: ImageSearchError.self, "\(fault)") {
                    try await client.search("secretive")
                }
                let words = error.map { "\($0)" } ?? "test"
                #expect(!words.contains("test") && !words.contains("secretive"), "\(fault)")
                #expect(error?.errorDescription == words)
            }
        }
    }

    @Test func `a refusal has the service's own message`() async throws {
        try await withService { client, _ in
            await #expect(
                throws: ImageSearchError.refused(status: 400, message: #""page" is out of valid range."#)
            ) {
                try await client.search("cats", page: 99)
            }
        }
    }

    @Test func `an answer that is too long, or takes too long, is an error of its own`() async throws {
        let server = try LoopbackServer { request, writer in
            try writer.begin()
            while true {
                try writer.write(request.path == "/slow" ? " " : String(repeating: " ", count: 10_000))
                if request.path == "/slow" { try writer.wait(.milliseconds(5)) }
            }
        }
        defer { server.stop() }
        let clock = ManualClock()
        func client(_ path: String, deadline: Duration? = nil) throws -> ImageSearchClient {
            let endpoint = try #require(URL(string: server.url + path))
            return ImageSearchClient(
                endpoint: endpoint,
                key: "test",
                timeout: .seconds(60),
                deadline: deadline,
                limit: 100_000,
                clock: clock
            )
        }
        let long = try client("/long")
        await #expect(throws: ImageSearchError.tooLong(limit: 100_000)) { try await long.search("cats") }
        await #expect(throws: ImageSearchError.tooLong(limit: 100_000)) {
            try await long.data(from: try #require(URL(string: server.url + "/preview")))
        }
        // Without a deadline, a response may take ten times the timeout.
        for deadline in [nil, .seconds(30)] as [Duration?] {
            let slow = try client("/slow", deadline: deadline)
            let search = Task { () throws(ImageSearchError) in try await slow.search("cats") }
            try await clock.waitForSleepers()
            clock.advance(by: .seconds(600))
            let expected = ImageSearchError.tooSlow(after: deadline ?? .seconds(600))
            await #expect(throws: expected) { try await search.value }
        }
    }

    @Test func `a cancelled search ends at once, and the service sees its client go`() async throws {
        try await withService(latency: .seconds(60)) { client, service in
            let search = Task { () throws(ImageSearchError) in try await client.search("cats") }
            #expect(await eventually { service.requestsInProgress == 1 })
            search.cancel()
            await #expect(throws: ImageSearchError.cancelled) { try await search.value }
            #expect(await eventually { service.log.last?.outcome == .clientDisconnected })
        }
    }
}
