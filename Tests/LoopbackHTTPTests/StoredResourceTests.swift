import LoopbackHTTP
import TestSupport
import Testing

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

    @Test func `tags differ for different contents, and are equal for equal ones`() {
        let tags = ["a", "b", "a"].map { StoredResource(Array($0.utf8), contentType: "text/plain").tag }
        #expect(tags[0] == tags[2] && tags[0] != tags[1])
    }
}
