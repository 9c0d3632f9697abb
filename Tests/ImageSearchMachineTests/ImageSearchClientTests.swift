import Foundation
import ImageSearchMachine
import ExampleSupport
import LoopbackHTTP
import StateMachineTesting
import TestSupport
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
            do throws(ImageSearchError) {
                let page = try await first.search("cats")
                #expect(fault.expectedError == nil, "the search succeeded")
                #expect(!page.hits.isEmpty)
            } catch {
                if case .unreachable(let host) = error {
                    #expect(fault == .refused)
                    #expect(host.hasPrefix("127.0.0.1:"))
                } else {
                    #expect(error == fault.expectedError)
                }
            }
            try service.setFault(nil)
            let page = try await client.search("cats")
            #expect(!page.hits.isEmpty)
        }
    }

    @Test func `the words of an error name neither key nor query`() async throws {
        try await withService(fault: .status500) { client, service in
            for fault in SearchFault.allCases where fault != .timeout {
                try service.setFault(fault)
                do throws(ImageSearchError) {
                    _ = try await client.search("secretive")
                } catch {
                    #expect(!"\(error)".contains("test") && !"\(error)".contains("secretive"))
                    #expect(error.errorDescription == error.description)
                }
            }
        }
    }

    @Test(arguments: [
        (ImageSearchError.timedOut(after: .seconds(2)), "The image service did not answer within 2 seconds"),
        (.refused(status: 429, message: "slow down"), "The image service asks for a pause: too many requests"),
        (.refused(status: 503, message: ""), "The image service answered with status 503"),
        (.tooLong(limit: 16 * 1024 * 1024), "The answer is longer than 16.8 MB"),
        (.tooSlow(after: .seconds(100)), "The answer of the image service was not complete after 1 minute, 40 seconds"),
        (.unreachable(host: "localhost:1"), "Cannot connect to the image service at localhost:1"),
    ])
    func `errors read well`(error: ImageSearchError, words: String) {
        #expect("\(error)" == words)
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
        func client(_ path: String) throws -> ImageSearchClient {
            let endpoint = try #require(URL(string: server.url + path))
            return ImageSearchClient(
                endpoint: endpoint,
                key: "test",
                timeout: .seconds(60),
                limit: 100_000,
                clock: clock
            )
        }
        let (long, slow) = (try client("/long"), try client("/slow"))
        await #expect(throws: ImageSearchError.tooLong(limit: 100_000)) { try await long.search("cats") }
        await #expect(throws: ImageSearchError.tooLong(limit: 100_000)) {
            try await long.data(from: try #require(URL(string: server.url + "/preview")))
        }
        let search = Task { () throws(ImageSearchError) in try await slow.search("cats") }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(600))
        await #expect(throws: ImageSearchError.tooSlow(after: .seconds(600))) { try await search.value }
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
