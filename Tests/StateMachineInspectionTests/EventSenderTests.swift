import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

/// Which machine has sent an event, as far as a page learns it.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct EventSenderTests {
    private let server: InspectionServer
    private let page: Page
    private let inspector: MachineInspector
    private let first = StateMachine(Player.idle)
    private let second = StateMachine(Player.idle)
    private let third = StateMachine(Player.idle)

    init() throws {
        server = try .make()
        page = Page(server.address)
        inspector = MachineInspector(at: server.address, app: "app")
    }

    /// The senders of the entries, by the numbers of the machines that have received the events.
    private func senders(_ count: Int) async -> [(machine: Int, sender: [String: Int])] {
        let entries = await page.messages("entry", count: count)
        return entries.map { entry in
            let sender = entry.data["sender"] as? [String: any Sendable] ?? [:]
            let within = sender["within"] as? String
            var numbers = sender.compactMapValues { $0 as? Int }
            if let within { numbers[within] = 1 }
            return (entry.number("machine") ?? -1, numbers)
        }
    }

    private func inspectAll() -> [MachineSource] {
        [first, second, third].map { machine in
            machine.inspect("player", by: inspector)
            return MachineSource(of: machine)
        }
    }

    @Test func `an event that a hook sends has the machine of the hook as its sender`() async {
        _ = inspectAll()
        first.onEntry(where: { $0 != .idle }) { [second] in second.send(.play(title: "b")) }
        second.onActivityEntry { [third] _ in third.send(.play(title: "c")) }
        second.onTransition { [third] _ in third.send(.stop) }
        first.send(.play(title: "a"))
        first.send(.stop)
        third.send(.stop)
        let entries = await senders(6)
        #expect(entries.map(\.machine) == [2, 2, 1, 0, 0, 2])
        #expect(entries[0].sender == ["machine": 1, "index": 0, "turn": 1])
        #expect(entries[1].sender == ["machine": 1, "index": 0, "turn": 1])
        #expect(entries[2].sender == ["machine": 0, "index": 0, "turn": 1])
        for index in 3..<6 { #expect(entries[index].sender == [:]) }
    }

    @Test func `the recording of an app has the cause before its effects, and can be read`() async throws {
        _ = inspectAll()
        first.onEntry(where: { $0 != .idle }) { [second] in second.send(.play(title: "\"sequence\":5")) }
        first.send(.play(title: "a"))
        _ = await page.messages("entry", count: 2)
        let session = try #require(page.messages("app").first?["session"])
        let client = try RawClient(port: server.address.port ?? 0)
        client.send(
            "GET /recording.jsonl?session=\(session) HTTP/1.0\r\nHost: \(server.address.origin.dropFirst(7))\r\n"
                + "Machine-Inspector-Token: \(server.address.token)\r\n\r\n"
        )
        let text = await client.read().text
        let lines = text.split(separator: "\r\n\r\n", maxSplits: 1).last.map { $0.split(separator: "\n") } ?? []
        #expect(lines.first?.contains("\"kind\":\"recording\"") == true)
        let entries = lines.filter { $0.contains("\"kind\":\"entry\"") }
        #expect(entries.count == 2 && entries[0].contains("\"machine\":0") && entries[1].contains("\"machine\":1"))
        let body = lines.joined(separator: "\n")
        #expect(throws: MachineRecording<Player>.MalformedLine.self) {
            try MachineRecording<Player>(names: body, machine: "x")
        }
    }

    @Test func `work that the app attributes to a machine is its sender, even if it sends by a sender`() async {
        let sources = inspectAll()
        let sender = second.sender()
        await sources[0].sending { _ = await sender.send(.play(title: "b")) }
        await MachineSource(of: StateMachine(Player.idle)).sending { _ = await sender.send(.stop) }
        second.onEntry(where: { $0 != .idle }) { [third] in third.send(.stop) }
        let task = Task.detached {
            await sources[0].sending { _ = await sender.send(.play(title: "c")) }
        }
        await task.value
        let entries = await senders(4)
        #expect(entries.map(\.machine) == [1, 1, 2, 1])
        #expect(entries[0].sender == ["machine": 0, "work": 1] && entries[1].sender == [:])
        // The hook is nearer than the work.
        #expect(entries[2].sender == ["machine": 1, "index": 2, "turn": 1])
        #expect(entries[3].sender == ["machine": 0, "work": 1])
    }

    @Test func `a turn in which the inspection ends, and a machine of another inspector, send nothing`() async throws {
        let other = MachineInspector(at: server.address, app: "other")
        let inspection = first.inspect("player", by: inspector)
        second.inspect("player", by: inspector)
        third.inspect("player", by: other)
        first.onTransition { _ in inspection?.cancel() }
        third.onTransition { [second] _ in second.send(.play(title: "c")) }
        first.send(.play(title: "a"))
        second.send(.stop)
        third.send(.play(title: "b"))
        let entries = await page.messages("entry", count: 3)
        #expect(entries.count >= 3 && entries.allSatisfy { $0.data["sender"] == nil })
    }

    @Test func `a rejected event has a sender, and a redaction hides none`() async {
        first.inspect("player", redacting: .payloads, by: inspector)
        second.inspect("player", redacting: .payloads, by: inspector)
        first.onTransition { [second] _ in second.send(.stop) }
        first.send(.play(title: "secret"))
        let entries = await senders(2)
        #expect(entries[0].machine == 1 && entries[0].sender == ["machine": 0, "index": 0, "turn": 1])
        #expect(!page.messages.map(\.text).joined().contains("secret"))
    }
}
