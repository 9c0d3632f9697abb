import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

/// Numbers at the edges of their types, in everything that a process reads from another one.
@Suite(.timeLimit(.minutes(1)), .outside) struct OutsideNumberTests {
    /// Texts where a number is expected.
    ///
    /// Only some of them are JSON.
    private static let edges = [
        "0", "-0", "1", "-1", "0.5", "9007199254740991", "9007199254740992", "9007199254740993", "2147483648",
        "\(Int.max)", "\(Int.min)", "\(Int.max - 1)", "9223372036854775808", "18446744073709551616", "1e3", "1e15",
        "1e16",
        "1e308", "-1e308", "1e400", "1e-400", "NaN", "Infinity", "-Infinity", "+1", "0x10", "01", "null", "true",
        "\"1\"", "[]", "{}", "", String(repeating: "9", count: 1000), "0." + String(repeating: "1", count: 1000),
    ]

    private let store = InspectionStore(server: "server") { .zero }

    private func header(_ date: String = "0", process: String = "1", session: String = "a") -> String {
        """
        {"version":1,"session":"\(session)","app":"app","process":\(process),"date":\(date),"server":"server"}
        """
    }

    private func receive(_ lines: String...) -> BatchAnswer? {
        try? store.receive(Array(lines.joined(separator: "\n").utf8))
    }

    @Test(arguments: edges)
    func `a record with any number is taken or refused, and the server serves other apps`(edge: String) {
        _ = receive(header(), #"{"kind":"entry","sequence":\#(edge),"machine":0,"time":1}"#)
        _ = receive(header(), #"{"kind":"machine","sequence":3,"machine":\#(edge),"time":1}"#)
        _ = receive(header(), #"{"kind":"entry","sequence":4,"machine":0,"time":\#(edge),"index":\#(edge)}"#)
        _ = receive(header(edge))
        _ = receive(header(process: edge))
        var reader = NewsReader()
        _ = store.news(for: &reader)
        #expect(receive(header(session: "b"), #"{"kind":"entry","sequence":0,"machine":0,"time":1}"#)?.next == 1)
    }

    @Test func `random records with numbers at the edges leave numbers that pages hold exactly`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let numbers = (0..<5).map { _ in Self.edges.randomElement(using: &generator) ?? "0" }
            let kind = ["machine", "entry", "ended"].randomElement(using: &generator) ?? "entry"
            let record = """
                {"kind":"\(kind)","sequence":\(numbers[0]),"machine":\(numbers[1]),"time":\(numbers[2]),"index":\(numbers[3])}
                """
            let answer = receive(header(numbers[4]), record)
            #expect((0...(1 << 53)).contains(answer?.next ?? 0), "seed \(seed): \(record)")
        }
        var reader = NewsReader()
        for message in store.news(for: &reader) {
            #expect(message.data.contains("\"session\":\"a\""), "seed \(seed): \(message)")
        }
    }

    @Test(arguments: edges)
    func `a command with any number is refused, or reaches a machine that exists`(edge: String) throws {
        _ = receive(header())
        let command = #"{"session":"a","machine":\#(edge),"command":"c","sample":"s"}"#
        try? store.send(Array(command.utf8))
        let connection = try #require(store.connect("a"))
        for line in store.takeCommands(for: "a", connection) ?? [] {
            // What the app answers is a record, which the server has to take.
            let machine = try #require(line.firstMatch(of: /"machine":([^,]*)/)).1
            let outcome = #"{"kind":"outcome","sequence":0,"machine":\#(machine),"time":1,"command":"c"}"#
            #expect(receive(header(), outcome) != nil, "\(command)")
        }
    }

    @Test func `an answer with any number leaves an app that goes on to post`() async throws {
        // Between two of them, a new server has answered well, so the app does not wait longer and
        // longer.
        let answers = Locked(
            Self.edges.enumerated().flatMap { [(server: "s\($0)", next: "0"), (server: "server", next: $1)] }
        )
        let posts = Journal<String>()
        let server = try LoopbackServer { request, writer in
            if request.path == "/commands" {
                try writer.begin()
                for edge in Self.edges { try writer.write(#"{"session":"a","machine":\#(edge),"command":"c"}"# + "\n") }
                return try writer.wait(.seconds(60))
            }
            let body = String(decoding: request.body, as: UTF8.self)
            let edge = answers.withLock { $0.popLast() }
            if edge == nil { posts.note(body) }
            let answer = #"{"server":"\#(edge?.server ?? "last")","next":\#(edge?.next ?? "0")}"#
            try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
        }
        defer { server.stop() }
        let clock = ManualClock()
        let inspector = MachineInspector(
            at: InspectorAddress(origin: server.url, token: testToken),
            app: "app",
            clock: clock
        )
        inspector.outbox.note(.machine, of: inspector.outbox.addMachine(receiver: nil))
        let hasArrived = await eventually {
            clock.advance(by: .milliseconds(100))
            return posts.entries.contains { $0.contains("\"kind\":\"machine\"") }
        }
        #expect(hasArrived, "\(posts.entries.suffix(3))")
    }

    @Test(arguments: edges)
    func `a request with any number in its head leaves a server that answers the next one`(edge: String) async throws {
        let server = try InspectionServer.make()
        defer { server.stop() }
        let origin = "Host: 127.0.0.1:\(server.port)\r\nOrigin: http://127.0.0.1:\(server.port)\r\n"
        let token = "Machine-Inspector-Token: \(server.address.token)\r\n"
        for request in [
            "POST /records HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: \(edge)\r\n",
            "GET /nothing HTTP/1.1\r\nContent-Length: \(edge)\r\nRange: bytes=\(edge)-\(edge)\r\nLast-Event-ID: \(edge)\r\n",
            "GET /commands?session=\(edge.filter(\.isNumber)) HTTP/1.\(edge.filter(\.isNumber))\r\n",
        ] {
            let client = try RawClient(port: server.port)
            client.send(request + origin + token + "Connection: close\r\n\r\n{}")
            let answer = await client.read().text
            #expect(
                answer.isEmpty || ["4", "505"].contains { answer.hasPrefix("HTTP/1.1 \($0)") },
                "\(request): \(answer)"
            )
        }
    }
}
