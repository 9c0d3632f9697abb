import LoopbackHTTP
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerPortTests {
    @Test func `a port that is given belongs to one server, and at once to one that comes after it`() async throws {
        let first = try LoopbackServer { _, writer in try writer.respond() }
        let port = first.port
        #expect(throws: LoopbackServerError.self) { try LoopbackServer(port: port) { _, _ in } }
        // The server closes the connections, which the system then remembers for a minute.
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\n\r\n")
        _ = await client.readResponse(endingWith: "\r\n\r\n")
        first.stop()
        let second = try LoopbackServer(port: port) { _, _ in }
        #expect(second.port == port)
        #expect(throws: LoopbackServerError.self) { try LoopbackServer(port: port) { _, _ in } }
        second.stop()
        let third = try LoopbackServer(port: port) { _, _ in }
        third.stop()
    }
}
