import Foundation
import StateMachineExampleSupport
import StateMachineHTTPClient
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import RemoteContentMachine

@Suite(.timeLimit(.minutes(5)), .outside) struct FeedClientTests {
    @Test func `the same entries come in every format`() async throws {
        var feeds: [Feed] = []
        for format in FeedFormat.allCases {
            try await withFeed(format, editions: [FeedEdition.bundled[1]]) { client, _ in
                feeds.append(try await client.feed())
            }
        }
        #expect(feeds.allSatisfy { $0.items.count == 5 && $0.items.map(\.title) == feeds[0].items.map(\.title) })
        #expect(feeds.allSatisfy { $0.items.map(\.date) == feeds[0].items.map(\.date) })
        #expect(feeds.allSatisfy { $0.items.map(\.summary) == feeds[0].items.map(\.summary) })
        #expect(feeds[0].items.last?.title == "Library opens <late> on Mondays")
        #expect(feeds[0].items.last?.summary == "At 10 instead of 8.")
    }

    @Test func `what has not changed is not sent again`() async throws {
        try await withFeed(.atom) { client, service in
            var counts: [Int] = []
            for _ in 0..<5 { counts.append(try await client.feed().items.count) }
            #expect(counts == [3, 5, 5, 0, 3])
            #expect(await eventually { service.log.count == 5 })
            #expect(await eventually { service.log.map(\.status) == [.ok, .ok, .notModified, .ok, .ok] })
        }
    }

    @Test(arguments: FeedFault.allCases, [FeedFormat.rss, .json].usually { $0 == .rss })
    func `each fault is an error in words for people, and asking again works`(
        fault: FeedFault,
        format: FeedFormat
    ) async throws {
        try await withFeed(format, fault: fault) { client, service in
            let first = fault == .timeout ? try impatientClient(of: service, format) : client
            do throws(FeedError) {
                _ = try await first.feed()
                Issue.record("there was a feed")
            } catch {
                if case .unreachable(let host) = error {
                    #expect(fault == .refused)
                    #expect(host.hasPrefix("127.0.0.1:"))
                } else {
                    #expect(error == fault.expectedError(in: format))
                }
                #expect(error.errorDescription == error.description)
            }
            try service.setFault(nil)
            let feed = try await client.feed()
            #expect(feed.items.count == 3)
        }
    }

    @Test func `a feed that is too long is refused`() async throws {
        try await withAnswer(Array("[\(String(repeating: " ", count: 2_000))]".utf8), limit: 2_000) { client in
            await #expect(throws: FeedError.tooLong(limit: 2_000)) { try await client.feed() }
        }
        try await withAnswer(Array("[\(String(repeating: " ", count: 1_998))]".utf8), limit: 2_000) { client in
            let feed = try await client.feed()
            #expect(feed.items.isEmpty)
        }
    }

    @Test func `a feed that never ends is left as soon as it is too long, and at its deadline`() async throws {
        let server = try LoopbackServer { request, writer in
            try writer.begin()
            while true {
                try writer.write(request.path == "/slow" ? " " : String(repeating: " ", count: 10_000))
                if request.path == "/slow" { try writer.wait(.milliseconds(5)) }
            }
        }
        defer { server.stop() }
        let clock = ManualClock()
        func client(_ path: String) throws -> FeedClient {
            let address = try #require(URL(string: server.url + path))
            return FeedClient(address: address, deadline: .seconds(30), limit: 100_000, clock: clock)
        }
        let (long, slow) = (try client("/long"), try client("/slow"))
        await #expect(throws: FeedError.tooLong(limit: 100_000)) { try await long.feed() }
        let request = Task { () throws(FeedError) in try await slow.feed() }
        try await clock.waitForSleepers()
        #expect(await eventually { server.requestsInProgress == 1 && server.log.count == 1 })
        clock.advance(by: .seconds(30))
        await #expect(throws: FeedError.tooSlow(after: .seconds(30))) { try await request.value }
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected, .clientDisconnected] })
    }

    @Test func `the type and the encoding that the server names count`() async throws {
        let latin: [UInt8] = Array("[{\"title\": \"caf".utf8) + [0xE9] + Array("\"}]".utf8)
        try await withAnswer(latin, headers: ["Content-Type": "application/json; charset=iso-8859-1"]) { client in
            let feed = try await client.feed()
            #expect(feed.items.map(\.title) == ["café"])
        }
        try await withAnswer(latin, headers: ["Content-Type": "application/json"]) { client in
            await #expect(throws: FeedError.undecodable(encoding: "utf-8")) { try await client.feed() }
        }
    }

    @Test(arguments: [
        (FeedError.unreachable(host: "h:1"), "Cannot connect to the server at h:1"),
        (.timedOut(after: .seconds(2)), "The server did not respond within 2 seconds"),
        (.connectionLost, "The connection was lost before the feed was complete"),
        (.refused(status: 404), "This address does not contain a feed"),
        (.refused(status: 410), "This address does not contain a feed"),
        (.refused(status: 403), "The server responded with status 403"),
        (.refused(status: 503), "The server responded with status 503"),
        (.notAFeed("a web page"), "Expected a feed, but received a web page"),
        (.truncated, "The feed is truncated"), (.malformed(line: 7), "The feed is malformed at line 7"),
        (.malformed(line: nil), "The feed is malformed"),
        (
            .declaresEntities,
            "The feed declares entities, which are not allowed because they can exhaust memory or read files"
        ),
        (.undecodable(encoding: "utf-8"), "The text of the feed is not valid utf-8"),
        (.tooLong(limit: 16 * 1024 * 1024), "The feed is larger than 16.8 MB"),
        (.tooSlow(after: .seconds(100)), "The feed was not complete after 1 minute, 40 seconds"),
        (.cancelled, "The request was cancelled"), (.network("x"), "The network reported an error: x"),
    ])
    func `errors read well`(error: FeedError, words: String) {
        #expect("\(error)" == words && error.errorDescription == words)
    }

    @Test(arguments: [
        (TransportFailure.unreachable(host: "h"), FeedError.unreachable(host: "h")),
        (.timedOut, .timedOut(after: .seconds(3))), (.connectionLost, .connectionLost),
        (.tooLong(limit: 5), .tooLong(limit: 5)), (.tooSlow(after: .seconds(4)), .tooSlow(after: .seconds(4))),
        (.cancelled, .cancelled), (.other("x"), .network("x")),
    ])
    func `each failure of a request is an error of its own`(failure: TransportFailure, error: FeedError) {
        #expect(FeedError(failure, timeout: .seconds(3)) == error)
    }

    @Test func `a type that cannot be text, and text without a feed, are named in the error`() async throws {
        try await withAnswer(Array("Hello".utf8), headers: ["Content-Type": "text/plain; charset=utf-8"]) { client in
            await #expect(throws: FeedError.notAFeed("text/plain without a feed")) { try await client.feed() }
        }
        try await withAnswer(Array("[]".utf8), headers: ["Content-Type": "image/png"]) { client in
            await #expect(throws: FeedError.notAFeed("image/png")) { try await client.feed() }
        }
    }

    @Test func `a cancelled request ends at once, and the server sees its client go`() async throws {
        try await withFeed(latency: .seconds(60)) { client, service in
            let request = Task { () throws(FeedError) in try await client.feed() }
            #expect(await eventually { service.requestsInProgress == 1 })
            request.cancel()
            await #expect(throws: FeedError.cancelled) { try await request.value }
            #expect(await eventually { service.log.last?.outcome == .clientDisconnected })
        }
    }
}
