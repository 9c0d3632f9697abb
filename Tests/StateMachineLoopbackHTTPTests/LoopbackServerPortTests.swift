import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

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

    @Test func `only a port that another program has is in use`() throws {
        let server = try LoopbackServer(port: 0) { _, _ in }
        defer { server.stop() }
        let error = #expect(throws: LoopbackServerError.self) { try LoopbackServer(port: server.port) { _, _ in } }
        #expect(error?.isPortInUse == true)
        #expect(!LoopbackServerError(call: .bind, code: EACCES, port: 80).isPortInUse)
        #expect(!LoopbackServerError(call: .listen, code: EADDRINUSE).isPortInUse)
    }

    @Test(
        arguments: [
            (.bind, 80, "cannot use port 80 of 127.0.0.1"), (.bind, 0, "cannot use any port of 127.0.0.1"),
            (.bind, nil, "cannot use any port of 127.0.0.1"), (.socket, nil, "cannot create a socket"),
            (.listen, nil, "cannot listen on 127.0.0.1"),
            (.getsockname, nil, "cannot determine the port of a socket"), (.pipe, nil, "cannot create a pipe"),
        ] as [(LoopbackServerError.Call, Int?, String)]
    )
    func `each call that fails has words of its own`(call: LoopbackServerError.Call, port: Int?, words: String) {
        let error = LoopbackServerError(call: call, code: EACCES, port: port)
        #expect("\(error)" == "\(words): Permission denied")
    }

    @Test func `a listener without a client has no connection, and what is no listener fails`() throws {
        let listener = try ListeningSocket(port: 0)
        try listener.startListening()
        #expect(POSIX.takeConnection(from: listener.descriptor.rawValue) == .wouldBlock)
        #expect(POSIX.takeConnection(from: -1) == .failed)
    }
}
