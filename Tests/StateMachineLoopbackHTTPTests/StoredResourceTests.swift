import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

@Suite(.timeLimit(.minutes(5)), .outside) struct StoredResourceTests {
    private let resource = StoredResource(Array("0123456789".utf8), contentType: "text/plain", tag: "\"v1\"")

    /// The answer to a request with these header lines.
    private func answer(_ fields: String..., method: String = "GET") async throws -> String {
        let server = try LoopbackServer { [resource] in try resource.respond(to: $0, on: $1) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let lines = ["\(method) / HTTP/1.1", "Connection: close"] + fields
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return await client.read().text
    }

    @Test func `a part is answered with its range`() async throws {
        let answer = try await answer("Range: bytes=3-5")
        #expect(answer.hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
        #expect(answer.contains("\r\nContent-Range: bytes 3-5/10\r\n") && answer.contains("\r\nContent-Length: 3\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n345"))
    }

    @Test func `a range beyond the end is answered with the length`() async throws {
        let answer = try await answer("Range: bytes=10-")
        #expect(answer.hasPrefix("HTTP/1.1 416 "))
        #expect(answer.contains("\r\nContent-Range: bytes */10\r\n"))
    }

    @Test(arguments: [["Range: bytes=1-2,4-5"], ["Range: bytes=3-5", "If-Range: \"v0\""], []])
    func `multiple ranges, and a part of another version, get the whole resource`(fields: [String]) async throws {
        let resource = resource
        let server = try LoopbackServer { try resource.respond(to: $0, on: $1) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send((["GET / HTTP/1.1", "Connection: close"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
        let answer = await client.read().text
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nAccept-Ranges: bytes\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n0123456789"))
    }

    @Test func `a part of the present version is answered with the part`() async throws {
        #expect(try await answer("Range: bytes=-2", "If-Range: \"v1\"").hasSuffix("\r\n\r\n89"))
    }

    @Test func `a client that has the version gets 304, and other methods are refused`() async throws {
        #expect(try await answer("If-None-Match: \"v1\"").hasPrefix("HTTP/1.1 304 "))
        #expect(try await answer(method: "DELETE").hasPrefix("HTTP/1.1 405 "))
        let head = try await answer("Range: bytes=3-5", method: "HEAD")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.contains("\r\nContent-Length: 10\r\n"))
    }

    /// `If-Match`, by RFC 9110, section 13.1.1: weak tags do not match.
    enum Required: String, CaseIterable {
        case missing = ""
        case any = "*"
        case same = "\"v1\""
        case listed = "W/\"v0\", \"v1\""
        case weak = "W/\"v1\""
        case other = "\"v0\", \"v10\""

        var isMet: Bool {
            switch self {
            case .missing, .any, .same, .listed: true
            case .weak, .other: false
            }
        }
    }

    /// `If-None-Match`, by RFC 9110, section 13.1.2: weak tags match as well.
    enum Known: String, CaseIterable {
        case missing = ""
        case any = "*"
        case same = "\"v1\""
        case weak = "W/\"v1\""
        case listed = "\"v0\", \"v1\""
        case listedWeak = "\"a,b\",W/\"v1\""
        case other = "\"v10\""
        case otherList = "\"v0\", \"v10\", W/\"v2\""
        case inOther = "\"a \\v1\""
        case bare = "v1"

        var isThere: Bool {
            switch self {
            case .any, .same, .weak, .listed, .listedWeak: true
            case .missing, .other, .otherList, .inOther, .bare: false
            }
        }
    }

    /// `If-Range`, by section 13.1.5: one tag, and no weak one.
    enum Version: String, CaseIterable {
        case missing = ""
        case same = "\"v1\""
        case weak = "W/\"v1\""
        case other = "\"v0\""
        case date = "Sat, 07 Sep 2002 00:00:01 GMT"
    }

    /// `Range`, by section 14.
    enum Part: String, CaseIterable {
        case missing = ""
        case inside = "bytes=3-5"
        case outside = "bytes=10-"
        case malformed = "bytes=x"
    }

    private func answer(
        to method: HTTPMethod,
        _ fields: [(name: String, value: String)]
    ) throws -> StoredResource.Answer {
        var headers: HTTPHeaders = [:]
        for (name, value) in fields where !value.isEmpty { headers.append(name, value) }
        let query = try #require(HTTPQuery(encoded: ""))
        return resource.answer(
            to: HTTPRequest(method: method, path: "/", query: query, headers: headers, body: [], isVersion10: false)
        )
    }

    /// The order is that of section 13.2.2.
    @Test(arguments: Known.allCases, Version.allCases)
    func `conditions decide first, then whether the part is of this version`(known: Known, version: Version) throws {
        for (method, required) in [HTTPMethod.get, .head].flatMap({ one in Required.allCases.map { (one, $0) } }) {
            for part in Part.allCases {
                let answer = try answer(
                    to: method,
                    [
                        ("If-Match", required.rawValue), ("If-None-Match", known.rawValue),
                        ("If-Range", version.rawValue), ("Range", part.rawValue),
                    ]
                )
                let isPart = method == .get && (version == .missing || version == .same)
                let expected: (status: HTTPStatus, part: Range<Int>, range: String?) =
                    switch part {
                    case _ where !required.isMet: (.preconditionFailed, 0..<0, nil)
                    case _ where known.isThere: (.notModified, 0..<0, nil)
                    case .inside where isPart: (.partialContent, 3..<6, "bytes 3-5/10")
                    case .outside where isPart: (.rangeNotSatisfiable, 0..<0, "bytes */10")
                    case .missing, .inside, .outside, .malformed: (.ok, 0..<10, nil)
                    }
                let cell: Comment = "\(method) \(required) \(known) \(version) \(part)"
                #expect(answer.status == expected.status && answer.part == expected.part, cell)
                #expect(answer.headers["Content-Range"] == expected.range, cell)
                #expect(answer.headers["ETag"] == "\"v1\"" && answer.headers["Accept-Ranges"] == "bytes", cell)
                #expect(answer.headers["Content-Type"] == "text/plain", cell)
            }
        }
    }

    @Test func `a request for another version gets 412`() async throws {
        let answer = try await answer("If-Match: \"v0\"", "Range: bytes=3-5")
        #expect(answer.hasPrefix("HTTP/1.1 412 Precondition Failed\r\n") && answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `tags differ for different contents, and are equal for equal ones`() {
        let tags = ["a", "b", "a"].map { StoredResource(Array($0.utf8), contentType: "text/plain").tag }
        #expect(tags[0] == tags[2] && tags[0] != tags[1])
        let bytes = (0...UInt8.max).map { StoredResource([$0], contentType: "text/plain").tag }
        #expect(Set(bytes).count == 256)
    }
}
