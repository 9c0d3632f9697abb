import StateMachineGraphs
import ExampleSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-99", ByteRange.Selection.part(0..<100)), ("bytes=100-", .part(100..<1000)),
        ("bytes=999-", .part(999..<1000)), ("bytes=-1", .part(999..<1000)), ("bytes=-1000", .part(0..<1000)),
        ("bytes=-5000", .part(0..<1000)), ("bytes=5-5", .part(5..<6)), ("bytes=0-5000", .part(0..<1000)),
        ("bytes=0-99999999999999999999999", .part(0..<1000)), ("Bytes=0-0", .part(0..<1)),
        ("bytes=1000-", .unsatisfiable), ("bytes=1000-1001", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=99999999999999999999999-", .unsatisfiable),
        ("bytes=5-4", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes", .whole), ("", .whole),
        ("bytes=a-b", .whole), ("bytes=+1-2", .whole), ("bytes=--1", .whole), ("bytes=0-1-2", .whole),
        ("bytes=٣-٤", .whole), ("lines=0-1", .whole), ("bytes=0-1,5-6", .whole), ("bytes=0-,-1", .whole),
    ])
    func `a range is what the standard says, and what is malformed or several is ignored`(
        field: String,
        selection: ByteRange.Selection
    ) {
        #expect(ByteRange.selection(of: 1000, by: field) == selection)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func `of nothing there is no part`(field: String) {
        #expect(ByteRange.selection(of: 0, by: field) == .unsatisfiable)
        #expect(ByteRange.selection(of: 0, by: nil) == .whole)
    }

    @Test func `a part is never empty and never outside, whatever is asked for`() {
        var generator = SeededGenerator(seed: 7)
        let pieces = ["bytes=", "bytes", "-", ",", "0", "1", "7", "99", "9223372036854775807", " ", "=", "x"]
        for _ in 0..<5_000 {
            let length = Int.random(in: 0...10, using: &generator)
            let field = (0..<Int.random(in: 1...5, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard case .part(let part) = ByteRange.selection(of: length, by: field) else { continue }
            #expect(!part.isEmpty && part.lowerBound >= 0 && part.upperBound <= length, "\(field) of \(length)")
        }
    }
}

@Suite(.timeLimit(.minutes(5)), .outside) struct StoredResourceTests {
    private let resource = StoredResource(Array("0123456789".utf8), contentType: "text/plain", tag: "\"v1\"")

    /// What is answered to a request with these header lines.
    private func answer(_ fields: String..., method: String = "GET") async throws -> String {
        let server = try LoopbackServer { [resource] in try resource.respond(to: $0, on: $1) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        let lines = ["\(method) / HTTP/1.1", "Connection: close"] + fields
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return await client.read().text
    }

    @Test func `a part is answered with its place in the whole`() async throws {
        let answer = try await answer("Range: bytes=3-5")
        #expect(answer.hasPrefix("HTTP/1.1 206 Partial Content\r\n"))
        #expect(answer.contains("\r\nContent-Range: bytes 3-5/10\r\n") && answer.contains("\r\nContent-Length: 3\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n345"))
    }

    @Test func `what is beyond the end is answered with the length`() async throws {
        let answer = try await answer("Range: bytes=10-")
        #expect(answer.hasPrefix("HTTP/1.1 416 "))
        #expect(answer.contains("\r\nContent-Range: bytes */10\r\n"))
    }

    @Test(arguments: [["Range: bytes=1-2,4-5"], ["Range: bytes=3-5", "If-Range: \"v0\""], []])
    func `several ranges, and a part of another version, get the whole`(fields: [String]) async throws {
        let resource = resource
        let server = try LoopbackServer { try resource.respond(to: $0, on: $1) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send((["GET / HTTP/1.1", "Connection: close"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
        let answer = await client.read().text
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("\r\nAccept-Ranges: bytes\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n0123456789"))
    }

    @Test func `a part of the version that is there is a part`() async throws {
        #expect(try await answer("Range: bytes=-2", "If-Range: \"v1\"").hasSuffix("\r\n\r\n89"))
    }

    @Test func `who has the version is told so, and other methods are refused`() async throws {
        #expect(try await answer("If-None-Match: \"v1\"").hasPrefix("HTTP/1.1 304 "))
        #expect(try await answer(method: "DELETE").hasPrefix("HTTP/1.1 405 "))
        let head = try await answer("Range: bytes=3-5", method: "HEAD")
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.contains("\r\nContent-Length: 10\r\n"))
    }

    @Test func `the tag tells contents apart, and is the same for the same`() {
        let tags = ["a", "b", "a"].map { StoredResource(Array($0.utf8), contentType: "text/plain").tag }
        #expect(tags[0] == tags[2] && tags[0] != tags[1])
    }
}
