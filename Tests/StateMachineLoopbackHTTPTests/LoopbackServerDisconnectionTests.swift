import Foundation
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerDisconnectionTests {
    private static func hang(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        try writer.waitForDisconnection()
    }

    @Test(arguments: ["", "GET /early HTTP/1.1\r\n\r\n"])
    func `a waiting handler notices that the client has disconnected`(behind: String) async throws {
        let server = try LoopbackServer(handler: Self.hang)
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET /hang HTTP/1.1\r\n\r\n" + behind)
        #expect(await eventually { server.requestsInProgress == 1 })
        client = nil
        #expect(await eventually { server.openConnections == 0 })
        #expect(server.log.map(\.outcome) == [.clientDisconnected])
        #expect(server.log.first?.status == nil)
        server.stop()
    }

    /// A client that goes with unread bytes resets the connection.
    @Test func `a waiting handler notices a reset behind more bytes than are read ahead`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            try writer.waitForDisconnection()
        }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET /hang HTTP/1.1\r\n\r\n" + String(repeating: "x", count: 100_000))
        #expect(await eventually { server.requestsInProgress == 1 })
        client = nil
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        server.stop()
    }

    @Test func `a streaming handler notices that the client has disconnected`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            while true {
                try writer.write("frame\n")
                try writer.wait(.milliseconds(5))
            }
        }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET /stream HTTP/1.1\r\n\r\n")
        _ = await client?.read { $0.contains("frame\n\r\n6\r\nframe") }
        client = nil
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        server.stop()
    }

    @Test func `a client that reads nothing blocks the handler, until it disconnects`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            while true { try writer.write([UInt8](repeating: 7, count: 256 * 1024)) }
        }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await eventually { server.requestsInProgress == 1 })
        _ = await client?.read { $0.count > 100_000 }
        client = nil
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        server.stop()
    }

    @Test func `a handler that goes on after its client has disconnected gets the error again`() async throws {
        let server = try LoopbackServer { _, writer in
            // It does not end by itself, however slow the machine is.
            do { try writer.waitForDisconnection() } catch { try? writer.respond() }
        }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await eventually { server.requestsInProgress == 1 })
        client = nil
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        server.stop()
    }

    @Test func `an answer after the client has disconnected does not count as completed`() async throws {
        let clientIsGone = Flag()
        let server = try LoopbackServer { _, writer in
            while !clientIsGone.isSet { Thread.sleep(forTimeInterval: 0.001) }
            try writer.respond()
        }
        defer { clientIsGone.set() }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await eventually { server.requestsInProgress == 1 })
        client = nil
        clientIsGone.set()
        #expect(await eventually { server.log.map(\.outcome) == [.clientDisconnected] })
        server.stop()
    }

    @Test func `a client that has the whole answer may go before the handler returns`() async throws {
        let clientIsGone = Flag()
        let server = try LoopbackServer { _, writer in
            try writer.respond(body: Array("all".utf8))
            while !clientIsGone.isSet { Thread.sleep(forTimeInterval: 0.001) }
        }
        defer { clientIsGone.set() }
        var client: RawClient? = try RawClient(port: server.port)
        client?.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client?.readResponse(endingWith: "all").isEmpty == false)
        client = nil
        clientIsGone.set()
        #expect(await eventually { server.log.map(\.outcome) == [.completed] })
        server.stop()
    }

    @Test func `stopping ends the handlers that hang`() async throws {
        let server = try LoopbackServer(handler: Self.hang)
        let clients = try (1...8).map { _ in try RawClient(port: server.port) }
        for client in clients { client.send("GET / HTTP/1.1\r\n\r\n") }
        #expect(await eventually { server.requestsInProgress == 8 })
        server.stop()
        #expect(server.openConnections == 0)
        #expect(server.log.map(\.outcome) == Array(repeating: .serverStopped, count: 8))
        for client in clients { #expect(await client.read().text.isEmpty) }
        server.stop()
    }

    @Test func `stopping ends a handler whose client reads nothing`() async throws {
        let server = try LoopbackServer { _, writer in
            try writer.begin()
            while true { try writer.write([UInt8](repeating: 7, count: 256 * 1024)) }
        }
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await eventually { server.requestsInProgress == 1 })
        server.stop()
        #expect(server.log.map(\.outcome) == [.serverStopped])
    }

    @Test func `the last reference to a server stops it`() async throws {
        var server: LoopbackServer? = try LoopbackServer(handler: Self.hang)
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        server = nil
        #expect(await client.read().end != .cancelled)
        #expect(throws: RawClient.ConnectFailure.self) { try RawClient(port: port) }
    }
}
