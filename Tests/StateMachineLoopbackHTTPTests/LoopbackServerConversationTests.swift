import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerConversationTests {
    /// A server that answers with the request, so that a test sees which request an answer belongs
    /// to.
    private func echo(limits: LoopbackServer.Limits = .init()) throws -> LoopbackServer {
        try LoopbackServer(limits: limits) { request, writer in
            let body = String(decoding: request.body, as: UTF8.self)
            try writer.respond(body: Array("<\(request.method) \(request.path) \(body)>".utf8))
        }
    }

    @Test func `several requests are served on one connection`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        for number in 1...5 {
            client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(await client.readResponse(endingWith: ">").hasSuffix("<GET /\(number) >"))
        }
        #expect(server.openConnections == 1)
        server.stop()
        #expect(server.log.map(\.path) == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test func `requests sent without waiting are answered in order`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        client.send("POST /1 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\n\r\n")
        let text = await client.read { $0.contains("</3") || $0.hasSuffix("<GET /3 >") }.text
        let answers = text.split(separator: "\r\n").filter { $0.hasPrefix("<") }.map { $0.prefix { $0 != ">" } }
        #expect(answers == ["<POST /1 abc", "<GET /2 ", "<GET /3 "])
        server.stop()
    }

    @Test func `a request arriving in pieces is answered once it is whole`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        for piece in ["PO", "ST /x HT", "TP/1.1\r", "\nContent-Le", "ngth: 4\r\n\r", "\nab", "cd"] {
            #expect(server.log.isEmpty)
            client.send(piece)
        }
        #expect(await client.readResponse(endingWith: ">").hasSuffix("<POST /x abcd>"))
        server.stop()
    }

    @Test func `a connection is closed after the answer when the client asks for it`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        client.send("GET /x HTTP/1.1\r\nConnection: close\r\n\r\n")
        let (text, end) = await client.read()
        #expect(text.contains("\r\nConnection: close\r\n") && text.hasSuffix("<GET /x >"))
        #expect(end == .closed)
        server.stop()
    }

    @Test func `a client need not end its side to see the end of the last answer`() async throws {
        let server = try echo(limits: .init(drainTime: .seconds(600)))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send("GET /x HTTP/1.1\r\nConnection: close\r\n\r\n")
        let (text, end) = await client.read()
        #expect(text.hasSuffix("<GET /x >"))
        #expect(end == .closed)
    }

    @Test(arguments: [
        ("nonsense\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nX: more than fits into the header block\r\n\r\n", 431),
        ("POST / HTTP/1.1\r\nContent-Length: 9000000\r\n\r\nabc", 413),
    ])
    func `a malformed request is refused and the connection closed`(text: String, status: Int) async throws {
        let server = try echo(limits: .init(headerBytes: 50))
        let client = try RawClient(port: server.port)
        client.send(text)
        let (answer, end) = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("\r\nConnection: close\r\n"))
        #expect(end == .closed)
        #expect(server.log.isEmpty)
        server.stop()
    }

    @Test func `a client that is refused while it still sends can read the answer`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        // More than the server reads at once, and little enough to be sent before it answers.
        client.send("POST / HTTP/1.1\r\nContent-Length: 9000000\r\n\r\n" + String(repeating: "x", count: 50_000))
        let (answer, end) = await client.read()
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(end == .closed)
        server.stop()
    }

    /// Both ends of a connection whose client has sent a text.
    ///
    /// The text has arrived before the server begins to wait for it, however slow the machine is.
    private func clientAndServer(sending text: String) throws -> (client: RawClient, server: Descriptor) {
        let listener = try ListeningSocket(port: 0)
        try listener.startListening()
        let client = try RawClient(port: listener.port)
        client.send(text)
        let taken = POSIX.takeConnection(from: listener.descriptor.rawValue)
        guard case .connection(let number) = taken else { throw NoConnection() }
        return (client, Descriptor(number))
    }

    private struct NoConnection: Error {}

    @Test func `no more input is read once the time for it is over, however much has arrived`() throws {
        let (client, descriptor) = try clientAndServer(sending: String(repeating: "x", count: 50_000))
        defer { withExtendedLifetime(client) {} }
        // A second descriptor shows what is still unread.
        let other = Descriptor(dup(descriptor.rawValue))
        let connection = LoopbackConnection(descriptor: descriptor, serverURL: "", stopSignal: try StopSignal())
        connection.closeAfterDraining(for: .zero)
        let rest = withUnsafeTemporaryAllocation(byteCount: 50_000, alignment: 1) { buffer in
            POSIX.receive(from: other.rawValue, into: buffer)
        }
        #expect(rest != .wouldBlock && rest != .closed)
    }

    @Test func `a client that expects it gets 100 Continue`() async throws {
        let server = try echo()
        let client = try RawClient(port: server.port)
        client.send("PUT /x HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(await client.readResponse(endingWith: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("ab")
        #expect(await client.readResponse(endingWith: ">").hasSuffix("<PUT /x ab>"))
        server.stop()
    }

    @Test func `a connection without a request is closed after the idle time`() async throws {
        let server = try echo(limits: .init(idleTime: .milliseconds(30)))
        let client = try RawClient(port: server.port)
        #expect(await client.read() == ("", .closed))
        #expect(await eventually { server.openConnections == 0 })
        server.stop()
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n",
    ])
    func `an incomplete request gets 408 after the idle time, even if bytes trickle in`(start: String) async throws {
        let (client, descriptor) = try clientAndServer(sending: start)
        let signal = try StopSignal()
        let limits = LoopbackServer.Limits(idleTime: .milliseconds(200), drainTime: .seconds(600))
        let thread = Thread {
            ExchangeLoop(handler: { _, _ in }, limits: limits, records: ServerRecords())
                .run(on: LoopbackConnection(descriptor: descriptor, serverURL: "", stopSignal: signal))
        }
        thread.start()
        let (text, end) = await client.read { received in
            // The idle time has started before the server sends `100 Continue`. The body, with one
            // byte for each look at the answer, takes many times as long.
            if !received.isEmpty { client.send("x") }
            return false
        }
        #expect(text.contains("HTTP/1.1 408 "))
        #expect(end == .closed)
    }
}
