import StateMachineInspectionMessages
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineCatalog
@testable import StateMachineInspection

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct FloodTests {
    @Test func `a flood drops the oldest entries, counts them, and keeps the end`() async throws {
        let server = try InspectionServer.make()
        let inspector = MachineInspector(at: server.address, app: "app", pendingLimit: 100, memory: 64 * 1024)
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
        let pending = outbox.takeAll()
        #expect(pending.first?.start.kind == .machine && pending.last?.start.sequence == 1000)
        #expect(pending.map(\.start.sequence) == pending.map(\.start.sequence).sorted())
    }

    @Test func `room is made a part at a time, and what is no entry stays`() {
        let outbox = Outbox(limit: 2000) { .zero }
        let machine = outbox.addMachine(receiver: nil)
        var drops: [Int] = []
        for number in 0..<10_000 {
            let before = outbox.count
            outbox.note(number.isMultiple(of: 100) ? .outcome : .entry, of: machine)
            drops.append(before + 1 - outbox.count)
        }
        #expect(drops.allSatisfy { (0...500).contains($0) })
        let pending = outbox.takeAll()
        #expect(pending.count { $0.start.kind == .outcome } == 100)
        #expect(pending.map(\.start.sequence) == pending.map(\.start.sequence).sorted())
        // The latest ones are kept without gaps.
        #expect(pending.suffix(1000).map(\.start.sequence) == Array(9000..<10_000))
    }

    @Test func `an inspector that lacks a record which there cannot be yet has nothing`() {
        let outbox = Outbox(limit: 100) { .zero }
        for _ in 0..<2 { outbox.note(.entry, of: 0) }
        #expect(outbox.wasDelivered(before: 1) && !outbox.isDelivered)
        #expect(!outbox.wasDelivered(before: 3) && !outbox.isDelivered)
        #expect(outbox.wasDelivered(before: 2) && outbox.isDelivered)
    }

    @Test func `records are taken in parts`() {
        let outbox = Outbox(limit: 100_000) { .zero }
        for _ in 0..<1200 { outbox.note(.entry, of: 0) }
        #expect((0..<4).map { _ in outbox.take().count } == [500, 500, 200, 0])
    }

    @Test func `more than entries are bounded, too`() {
        let outbox = Outbox(limit: 100) { .zero }
        for _ in 0..<1000 {
            outbox.note(.machine, of: outbox.addMachine(receiver: nil))
            #expect(outbox.count <= 100)
        }
    }
}

extension Outbox {
    /// Takes all records that wait.
    fileprivate func takeAll() -> [Pending] {
        var all: [Pending] = []
        while true {
            let part = take()
            if part.isEmpty { return all }
            all += part
        }
    }
}
