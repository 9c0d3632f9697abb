import Foundation
import RemoteContentMachine
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachines
import Testing

/// A table of conditional requests: which validators an answer leaves behind (RFC 9110, sections
/// 8.8, 13 and 15.4.5).
@Suite(.timeLimit(.minutes(5)), .outside) struct ConditionalRequestTests {
    /// The validators of an answer; the next request has to repeat each as it came.
    enum Validators: CaseIterable {
        case none, strongTag, weakTag, date, both

        func headers(version: Int) -> HTTPHeaders {
            let date = ("Last-Modified", "Sat, 07 Sep 2002 00:00:0\(version) GMT")
            return switch self {
            case .none: [:]
            case .strongTag: ["ETag": "\"v\(version)\""]
            case .weakTag: ["ETag": "W/\"v\(version)\""]
            case .date: [date.0: date.1]
            case .both: ["ETag": "\"v\(version)\"", date.0: date.1]
            }
        }

        func condition(version: Int) -> Condition {
            let date = "Sat, 07 Sep 2002 00:00:0\(version) GMT"
            return switch self {
            case .none: Condition()
            case .strongTag: Condition(tag: "\"v\(version)\"")
            case .weakTag: Condition(tag: "W/\"v\(version)\"")
            case .date: Condition(date: date)
            case .both: Condition(tag: "\"v\(version)\"", date: date)
            }
        }
    }

    /// What a request asks to be compared.
    struct Condition: Hashable, Sendable {
        var tag: String?
        var date: String?

        init(tag: String? = nil, date: String? = nil) {
            self.tag = tag
            self.date = date
        }

        init(_ headers: HTTPHeaders) {
            self.init(tag: headers["If-None-Match"], date: headers["If-Modified-Since"])
        }
    }

    /// The second answer.
    enum Answer: CaseIterable {
        case notModified, notModifiedWithOtherTag
        case newWithout, newWithTag, newWithWeakTag, newWithDate, newWithBoth
        case redirected
        case malformed, partial, noContent, nonAuthoritative, created
        case gone, preconditionFailed, serverError, unavailable

        var status: Int {
            switch self {
            case .notModified, .notModifiedWithOtherTag: 304
            case .newWithout, .newWithTag, .newWithWeakTag, .newWithDate, .newWithBoth, .redirected, .malformed: 200
            case .partial: 206
            case .noContent: 204
            case .nonAuthoritative: 203
            case .created: 201
            case .gone: 410
            case .preconditionFailed: 412
            case .serverError: 500
            case .unavailable: 503
            }
        }

        var validators: Validators {
            switch self {
            case .notModified, .newWithout: .none
            case .newWithWeakTag: .weakTag
            case .newWithDate: .date
            case .newWithBoth, .malformed, .partial, .created, .nonAuthoritative, .serverError: .both
            case .notModifiedWithOtherTag, .newWithTag, .redirected, .noContent, .gone, .unavailable: .strongTag
            case .preconditionFailed: .strongTag
            }
        }

        /// Whether it is a feed, whose validators replace the former ones, even if it has none.
        var isNewFeed: Bool {
            switch self {
            case .newWithout, .newWithTag, .newWithWeakTag, .newWithDate, .newWithBoth, .redirected: true
            case .notModified, .notModifiedWithOtherTag, .malformed, .partial, .noContent, .nonAuthoritative: false
            case .created, .gone, .preconditionFailed, .serverError, .unavailable: false
            }
        }

        /// What the client makes of it: the title of a feed, or an error.
        ///
        /// A server may answer 304 only to a request with a condition.
        func outcome(after stored: Validators) -> Result<String, FeedError> {
            switch self {
            case .notModified, .notModifiedWithOtherTag:
                stored == .none ? .failure(.refused(status: 304)) : .success("1")
            case .malformed: .failure(.malformed(line: nil))
            case _ where isNewFeed: .success("2")
            case _: .failure(.refused(status: status))
            }
        }
    }

    @Test(arguments: Validators.allCases, Answer.allCases)
    func `a request has the validators of the latest feed`(stored: Validators, answer: Answer) async throws {
        let requestCount = Journal<Void>()
        let server = try LoopbackServer { request, writer in
            if request.path == "/feed" { requestCount.note(()) }
            let number = requestCount.entries.count
            let body = #"{"title": "\#(number)", "items": []}"#
            switch number {
            case 1: try writer.respond(headers: stored.headers(version: 1), body: Array(body.utf8))
            case 2:
                if answer == .redirected, request.path == "/feed" {
                    return try writer.respond(status: HTTPStatus(rawValue: 302), headers: ["Location": "/moved"])
                }
                let text = answer == .malformed ? #"{"items": 7}"# : body
                try writer.respond(
                    status: HTTPStatus(rawValue: answer.status),
                    headers: answer.validators.headers(version: 2),
                    body: answer.status == 304 || answer.status == 204 ? [] : Array(text.utf8)
                )
            default: try writer.respond(body: Array(body.utf8))
            }
        }
        defer { server.stop() }
        let client = FeedClient(address: try #require(URL(string: server.url + "/feed")))
        #expect(try await client.feed().title == "1")
        let outcome: Result<String, FeedError>
        do throws(FeedError) { outcome = .success(try await client.feed().title) } catch { outcome = .failure(error) }
        #expect(outcome == answer.outcome(after: stored))
        #expect(try await client.feed().title == "3")

        #expect(await eventually { server.log.count == (answer == .redirected ? 4 : 3) })
        let conditions = server.log.filter { $0.path == "/feed" }.map { Condition($0.headers) }
        let last = answer.isNewFeed ? answer.validators.condition(version: 2) : stored.condition(version: 1)
        #expect(conditions == [Condition(), stored.condition(version: 1), last])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `links are relative to the address that a redirect leads to`(status: Int) async throws {
        let server = try LoopbackServer { request, writer in
            if request.path == "/old/feed" {
                return try writer.respond(status: HTTPStatus(rawValue: status), headers: ["Location": "/new/here/feed"])
            }
            try writer.respond(body: Array(#"[{"title": "t", "url": "page"}]"#.utf8))
        }
        defer { server.stop() }
        let client = FeedClient(address: try #require(URL(string: server.url + "/old/feed")))
        #expect(try await client.feed().items.map(\.link?.absoluteString) == ["\(server.url)/new/here/page"])
    }

    @Test(arguments: [300, 304])
    func `a redirect that leads nowhere is an error with its status`(status: Int) async throws {
        let server = try LoopbackServer { _, writer in try writer.respond(status: HTTPStatus(rawValue: status)) }
        defer { server.stop() }
        let client = FeedClient(address: try #require(URL(string: server.url)))
        await #expect(throws: FeedError.refused(status: status)) { try await client.feed() }
    }

    @Test func `a request names the formats that can be read, feeds before others`() async throws {
        let server = try LoopbackServer { _, writer in try writer.respond(body: Array("[]".utf8)) }
        defer { server.stop() }
        _ = try await FeedClient(address: try #require(URL(string: server.url))).feed()
        #expect(await eventually { server.log.count == 1 })
        let types = """
            application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, \
            application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1
            """
        #expect(server.log.first?.headers["Accept"] == types)
        #expect(server.log.first?.method == .get)
    }
}
