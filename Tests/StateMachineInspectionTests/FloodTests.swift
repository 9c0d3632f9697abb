import InspectionMessages
import StateMachines
import TestSupport
import Testing

@testable import StateMachineInspection
@testable import TransitionTables

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct FloodTests {
    @Test func `a flood drops the oldest entries, counts them, and keeps the end`() async throws {
        let server = try InspectionServer.make()
        let inspector = Inspector(at: server.address, app: "app", pendingLimit: 100, memory: 64 * 1024)
        let page = Page(server.address)
        let machine = StateMachine(Player.idle)
        machine.inspect("player", by: inspector)
        for _ in 0..<10_000 {
            machine.send(.play(title: "sea"))
            machine.send(.stop)
        }
        #expect(await eventually { page.messages("entry").last?.number("index") == 19_999 })
        let indices = page.messages("entry").compactMap { $0.number("index") }
        #expect(indices == indices.sorted() && Set(indices).count == indices.count)
        #expect(indices.count < 20_000)
        #expect(page.messages("machine").count == 1)
        server.stop()
    }

    @Test func `without a server, what waits is bounded`() throws {
        let outbox = Outbox(limit: 100) { .zero }
        let machine = outbox.addMachine(receiver: nil)
        outbox.note(.machine, of: machine)
        for _ in 0..<1000 {
            outbox.note(.entry, of: machine)
            let waiting = outbox.count
            #expect(waiting <= 100)
        }
        let pending = outbox.take()
        #expect(pending.first?.kind == .machine && pending.last?.sequence == 1000)
        #expect(pending.map(\.sequence) == pending.map(\.sequence).sorted())
    }

    @Test func `more than entries are bounded, too`() {
        let outbox = Outbox(limit: 100) { .zero }
        for _ in 0..<1000 {
            outbox.note(.machine, of: outbox.addMachine(receiver: nil))
            #expect(outbox.count <= 100)
        }
    }
}
