import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .outside) struct LoopbackServerOutcomeTests {
    private struct Trouble: Error {}

    private static func handle(_ request: HTTPRequest, _ writer: HTTPResponseWriter) throws {
        switch request.path {
        case "/good": try writer.respond(body: Array("good".utf8))
        case "/unended":
            try writer.begin()
            try writer.write("left open")
        case "/throws": throw Trouble()
        case "/throws-late":
            try writer.begin(contentLength: 10)
            try writer.write("half")
            throw Trouble()
        case "/silent": break
        case "/short":
            try writer.begin(contentLength: 10)
            try writer.write("half")
        case "/aborts", "/resets":
            try writer.begin(contentLength: 10)
            try writer.write("half")
            writer.abort(reset: request.path == "/resets")
            #expect(throws: ClientDisconnected.self) { try writer.write("more") }
        default: try writer.respond(status: .notFound)
        }
    }

    @Test(arguments: [
        ("/good", FinishedRequest.Outcome.completed, HTTPStatus.ok, 4),
        ("/unended", .completed, .ok, 9),
        ("/throws", .failed, .internalServerError, 20),
        ("/throws-late", .failed, .ok, 4),
        ("/silent", .failed, .internalServerError, 20),
        ("/short", .aborted, .ok, 4),
        ("/aborts", .aborted, .ok, 4),
        ("/resets", .aborted, .ok, 4),
        ("/other", .completed, .notFound, 0),
    ])
    func `the log says how a request ended`(
        path: String,
        outcome: FinishedRequest.Outcome,
        status: HTTPStatus,
        bytes: Int
    ) async throws {
        let server = try LoopbackServer(handler: Self.handle)
        let client = try RawClient(port: server.port)
        client.send("GET \(path)?n=1 HTTP/1.1\r\nConnection: close\r\n\r\n")
        let (text, end) = await client.read()
        #expect(end == (path == "/resets" ? .reset : .closed))
        if path != "/resets" { #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n")) }
        #expect(await eventually { !server.log.isEmpty })
        let entry = try #require(server.log.first)
        #expect(entry.path == path && entry.query["n"] == "1" && entry.method == .get)
        #expect(entry.outcome == outcome)
        #expect(entry.status == status)
        #expect(entry.bodyBytes == bytes)
        server.stop()
    }

    @Test func `a handler can stop its own server`() async throws {
        let reference = ServerReference()
        let server = try LoopbackServer { _, writer in
            reference.server?.stop()
            try writer.waitForDisconnection()
        }
        reference.server = server
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\n\r\n")
        #expect(await client.read().end == .closed)
        #expect(await eventually { server.openConnections == 0 })
        #expect(server.log.map(\.outcome) == [.serverStopped])
        reference.server = nil
    }

    @Test func `refused clients find the server again under the same port`() async throws {
        let server = try LoopbackServer(handler: Self.handle)
        let kept = try RawClient(port: server.port)
        for _ in 1...3 {
            try server.refuseConnections()
            try server.refuseConnections()
            #expect(throws: RawClient.ConnectFailure.self) { try RawClient(port: server.port) }
            #expect(server.openConnections == 0)
            try server.acceptConnections()
            let client = try RawClient(port: server.port)
            client.send("GET /good HTTP/1.1\r\n\r\n")
            #expect(await client.readResponse(endingWith: "good").hasSuffix("good"))
        }
        #expect(await kept.read().text.isEmpty)
        try server.refuseConnections()
        server.stop()
        try server.acceptConnections()
        #expect(throws: RawClient.ConnectFailure.self) { try RawClient(port: server.port) }
    }
}
