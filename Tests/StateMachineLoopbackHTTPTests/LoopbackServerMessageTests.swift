import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

/// What a server makes of single parts of a message.
@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerMessageTests {
    /// What comes after a request that ends the conversation is not read (RFC 9112, section 9.6).
    @Test(arguments: ["GET /1 HTTP/1.1\r\nConnection: Close\r\n\r\n", "GET /1 HTTP/1.0\r\n\r\n"])
    func `a request that ends the conversation is the last one that is answered`(last: String) async throws {
        let limits = LoopbackServer.Limits(idleTime: .seconds(5))
        let server = try LoopbackServer(limits: limits) { request, writer in
            try writer.respond(body: Array("answer to \(request.path)\n".utf8))
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /0 HTTP/1.1\r\n\r\n\(last)GET /2 HTTP/1.1\r\n\r\n")
        let answers = await client.read().text.matches(of: /answer to (\/\d)/).map(\.1)
        #expect(answers == ["/0", "/1"])
    }

    @Test func `the log has the bytes that were sent, and a HEAD request gets none`() async throws {
        let server = try LoopbackServer { _, writer in try writer.respond(body: Array("body".utf8)) }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        let text = await client.read().text
        #expect(text.hasSuffix("\r\n\r\nbody") && text.ranges(of: "body").count == 1)
        #expect(await eventually { server.log.count == 2 })
        #expect(server.log.map(\.bodyBytes) == [0, 4])
    }

    @Test func `a value in a query goes on to the next ampersand`() throws {
        let query = try #require(HTTPQuery(encoded: "a=b=c&&d&=e&a=f%26%3D"))
        #expect(query.items.map(\.name) == ["a", "d", "", "a"])
        #expect(query.items.map(\.value) == ["b=c", "", "e", "f&="])
        #expect(query["a"] == "b=c" && query["d"] == "" && query["g"] == nil)
    }

    @Test func `a plus sign is a space in the name and in the value of a parameter`() throws {
        let query = try #require(HTTPQuery(encoded: "red+flower=blue+sky&a%2Bb=c%2Bd"))
        #expect(query.items.map(\.name) == ["red flower", "a+b"])
        #expect(query.items.map(\.value) == ["blue sky", "c+d"])
    }

    @Test func `a list in a field has its tokens in any spelling`() {
        let headers: HTTPHeaders = ["connection": "Keep-Alive ,\tUpgrade", "Connection": "x"]
        for token in ["keep-alive", "UPGRADE", "X"] { #expect(headers.lists(token, in: "Connection")) }
        for token in ["keep", "alive", "", "keep-alive, upgrade"] {
            #expect(!headers.lists(token, in: "Connection"))
        }
    }
}
