import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// What a stream says while there is no news.
@Suite(.timeLimit(.minutes(5)), .outside) struct StreamTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private let store = InspectionStore(server: "s1") { .zero }

    /// A server whose streams are soon silent.
    private func server() throws -> LoopbackServer {
        let header = #"{"version":1,"session":"app-1","app":"app","process":1,"date":0}"#
        _ = try store.receive(Array(header.utf8))
        let routes = InspectionRoutes(
            gate: RequestGate(token: Self.token),
            pages: ServedPages([]) { throw Problem($0) },
            store: store,
            silence: .milliseconds(20)
        )
        return try LoopbackServer { try routes.answer($0, on: $1) }
    }

    private func get(_ route: String, by client: RawClient, on server: LoopbackServer) {
        client.send(
            """
            GET \(route) HTTP/1.1\r
            Host: 127.0.0.1:\(server.port)\r
            Machine-Inspector-Token: \(Self.token)\r
            \r

            """
        )
    }

    @Test func `an app that closes its stream is gone`() async throws {
        let server = try server()
        defer { server.stop() }
        do {
            let client = try RawClient(port: server.port)
            get("/commands?session=app-1", by: client, on: server)
            _ = await client.read { $0.contains("\r\n\r\n") }
            #expect(store.apps.map(\.status) == [.live])
        }
        #expect(await eventually { store.apps.map(\.status) == [.gone] })
    }

    /// A page or an app that is silent for long may be thought to have lost its connection.
    @Test(arguments: [("/apps", ": \n\n"), ("/events", ": \n\n"), ("/commands?session=app-1", "\n")])
    func `a silent stream gives a sign of life again and again`(route: String, sign: String) async throws {
        let server = try server()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        get(route, by: client, on: server)
        // A chunk of its own for each sign.
        let chunk = "\r\n\(sign.utf8.count)\r\n\(sign)\r\n"
        let text = await client.read { $0.count(of: chunk) >= 3 }.text
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
