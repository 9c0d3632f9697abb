import StateMachineInspectionMessages
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct ReconnectionTests {
    private let clock = ManualClock()

    /// Moves the clock until a condition holds: pauses end at once.
    private func eventually(_ condition: () -> Bool) async -> Bool {
        await StateMachineTestSupport.eventually {
            clock.advance(by: .milliseconds(100))
            return condition()
        }
    }

    @Test func `a server that comes back gets what it has not got, and what it has lost`() async throws {
        var server: InspectionServer? = try .make()
        let (port, address) = (try #require(server).port, try #require(server).address)
        let inspector = MachineInspector(at: address, app: "app", clock: clock)
        let page = Page(address)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", accepting: [.samples], by: inspector)
        machine.send(.play(title: "1"))
        #expect(await eventually { page.messages("entry").count == 1 })

        server?.stop()
        server = nil
        machine.send(.stop)
        machine.send(.play(title: "2"))
        server = try .make(port: port)
        #expect(await eventually { page.messages("entry").count == 4 })
        #expect(page.messages("entry").map { $0.number("index") } == [0, 0, 1, 2])
        #expect(page.messages("hello").count == 2)
        #expect(page.messages("reload").count == 1)
        let session = page.messages("app").last?["session"] ?? ""
        let command = "{\"session\":\"\(session)\",\"machine\":0,\"command\":\"c\",\"sample\":\".stop\"}"
        while try await page.post(command) != 204 { clock.advance(by: .milliseconds(100)) }
        #expect(await eventually { page.messages("outcome").count == 1 })
        #expect(machine.state == .idle)
    }

    @Test func `what happens before there is a server is sent when there is one`() async throws {
        let port = try reservedPort()
        let address = InspectorAddress(origin: "http://127.0.0.1:\(port)", token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        for _ in 0..<10 {
            machine.send(.play(title: "sea"))
            machine.send(.stop)
        }
        try await clock.waitForSleepers(3)
        let server = try InspectionServer.make(port: port)
        let page = Page(address)
        #expect(await eventually { page.messages("entry").count == 20 })
        #expect(page.messages("entry").map { $0.number("index") } == Array(0..<20))
        server.stop()
    }

    @Test func `a server that claims to have more than there is counts as none`() async throws {
        let headers = Journal<String>()
        let server = try LoopbackServer { request, writer in
            guard request.path == "/records" else { return try writer.wait(.seconds(60)) }
            headers.note(String(decoding: request.body.split(separator: UInt8(ascii: "\n"))[0], as: UTF8.self))
            let answer = BatchAnswer(server: "another", next: 1000).jsonLine
            try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
        }
        defer { server.stop() }
        let address = InspectorAddress(origin: server.url, token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        machine.send(.play(title: "sea"))
        #expect(await eventually { headers.entries.count >= 5 })
        #expect(headers.entries.allSatisfy { !$0.contains("another") })
        #expect(!inspector.outbox.isDelivered)
    }

    @Test func `an app asks for commands only when the server knows it`() async throws {
        for _ in 0..<10 {
            let requests = Journal<String>()
            let server = try LoopbackServer { request, writer in
                requests.note("\(request.path)")
                if request.path == "/commands" { return try writer.wait(.seconds(60)) }
                // The first batch takes a moment.
                try writer.wait(.milliseconds(20))
                requests.note("known")
                let answer = BatchAnswer(server: "server", next: 0).jsonLine
                try writer.respond(headers: ["Content-Type": "application/json"], body: Array(answer.utf8))
            }
            let inspector = MachineInspector(
                at: InspectorAddress(origin: server.url, token: testToken),
                app: "app",
                clock: clock
            )
            #expect(await eventually { requests.entries.contains("/commands") })
            let known = requests.index(of: "known")
            #expect(try #require(known) < requests.index(of: "/commands") ?? 0, "\(requests.entries)")
            server.stop()
            await inspector.flush()
        }
    }

    @Test func `a program can wait until everything has arrived, and without a server for a second at most`()
        async throws
    {
        let server = try InspectionServer.make()
        let machine = StateMachine(Player.idle)
        let inspector = MachineInspector(at: server.address, app: "app")
        machine.inspect("player", by: inspector)
        machine.send(.stop)
        await inspector.flush()
        #expect(inspector.outbox.isDelivered)
        server.stop()

        let lost = MachineInspector(at: server.address, app: "app", clock: clock)
        machine.inspect("player", by: lost)
        let flush = Task { await lost.flush() }
        var isOver = false
        Task {
            await flush.value
            isOver = true
        }
        #expect(await eventually { isOver })
        #expect(!lost.outbox.isDelivered)
    }

    @Test func `a program does not wait for a moment longer than a second`() async throws {
        let clock = NotingClock()
        let address = InspectorAddress(origin: "http://127.0.0.1:\(try reservedPort())", token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock, warn: { _ in })
        inspector.outbox.note(.machine, of: 0)
        var isOver = false
        Task {
            await inspector.flush()
            isOver = true
        }
        #expect(await StateMachineTestSupport.eventually { clock.pauses.entries.contains(.milliseconds(10)) })
        clock.advance(by: .seconds(1))
        #expect(await StateMachineTestSupport.eventually { isOver })
    }

    @Test func `an app says once that nothing listens`() async throws {
        let warnings = Journal<String>()
        let address = InspectorAddress(origin: "http://127.0.0.1:\(try reservedPort())", token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock, warn: warnings.note)
        // The answer to the first attempt, which the manual clock does not wait for.
        #expect(await eventually { warnings.entries.count == 1 })
        try await clock.waitForSleepers(3)
        for _ in 0..<20 {
            clock.advance(by: .seconds(5))
            await Task.yield()
        }
        await inspector.flush()
        #expect(warnings.entries.count == 1)
        #expect(warnings.entries.first?.hasPrefix("No inspector is running at \(address.origin).") == true)
    }

    @Test func `an app says why a server refuses it`() async throws {
        let warnings = Journal<String>()
        let server = try InspectionServer.make()
        let address = InspectorAddress(origin: server.address.origin, token: String(testToken.reversed()))
        let inspector = MachineInspector(at: address, app: "app", clock: clock, warn: warnings.note)
        #expect(await eventually { !warnings.entries.isEmpty })
        #expect(warnings.entries.first?.contains("An app must send the token") == true)
        server.stop()
        await inspector.flush()
    }

    @Test func `an answer with another status than 200 is a refusal, whatever it says`() async throws {
        let warnings = Journal<String>()
        let server = try LoopbackServer { _, writer in
            // A page of a few thousand bytes.
            let answer = BatchAnswer(server: "server", next: 0).jsonLine + String(repeating: " ", count: 5000)
            try writer.respond(status: .internalServerError, body: Array(answer.utf8))
        }
        defer { server.stop() }
        let address = InspectorAddress(origin: server.url, token: testToken)
        let inspector = MachineInspector(at: address, app: "app", clock: clock, warn: warnings.note)
        #expect(await eventually { !warnings.entries.isEmpty })
        #expect(
            warnings.entries.first?.hasPrefix("The inspector at \(address.origin) refuses this app with status 500. {")
                == true
        )
        _ = inspector
    }

    /// A port that was free a moment ago.
    private func reservedPort() throws -> Int {
        let server = try InspectionServer.make()
        defer { server.stop() }
        return server.port
    }

    @Test func `pauses double up to a bound, and begin anew`() {
        var backoff = Backoff()
        let pauses = (0..<8).map { _ in backoff.next() / .milliseconds(1) }
        #expect(pauses == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
        backoff.reset()
        #expect(backoff.next() == .milliseconds(100))
    }
}
