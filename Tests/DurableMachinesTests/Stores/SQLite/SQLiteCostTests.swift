import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The work that SQLite has with one event.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing)
struct SQLiteCostTests {
    /// The work for the events of a test, which must fit into the log between two checkpoints.
    private struct Work: Equatable {
        var counts: SQLiteCounts
        var pages: Int
    }

    private static let events = 40

    @Test func `machines and timers that are not due change nothing about the work`() async throws {
        let few = try await work(besides: 1_000)
        let many = try await work(besides: 4_000)
        #expect(few.staying.counts == many.staying.counts)
        #expect(few.moving.counts == many.moving.counts)
        // The pages are not equal: an event that replaces a job by two was measured at 8.5 pages
        // with 1,000 machines, and at 10.0 with 4,000. The limits only notice a further index.
        #expect(abs(few.staying.pages - many.staying.pages) <= Self.events / 4)
        #expect(many.moving.pages <= 10 * Self.events + Self.events / 2)
    }

    @Test func `an event is one commit with few statements, rows and pages`() async throws {
        let (staying, moving) = try await work(besides: 1_000)
        var expected = SQLiteCounts()
        // BEGIN, the schema's number, the machine and the event's identifier, the machine's update,
        // its jobs, the new event, and COMMIT.
        expected.statements = 7 * Self.events
        // The schema's number, the machine and its job.
        expected.rowsRead = 3 * Self.events
        // The machine, and the two rows of the event.
        expected.rowsChanged = 3 * Self.events
        expected.commits = Self.events
        #expect(staying.counts == expected)
        #expect(staying.pages <= 3 * Self.events)

        // The name of the state changes too, one job is deleted, and two are added.
        expected.statements = 10 * Self.events
        expected.rowsChanged = 6 * Self.events
        #expect(moving.counts == expected)
        #expect(moving.pages <= 9 * Self.events)
    }

    /// Sends events to some of many machines, each of which has a timer.
    ///
    /// - Returns: The work for events that keep the job, and for events that replace it by two.
    private func work(besides count: Int) async throws -> (staying: Work, moving: Work) {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<TimedOrder>(in: store, name: "orders")
        let ids = (0..<count).map { "order-\($0)" }
        try await store.write(.shared(isAlone: true), fleet: "orders") { rows in
            for id in ids {
                let order = TimedOrder.placed(note: 0)
                _ = try StoredMachine.create(MachineID(id), in: order, of: orders, rows: rows)
            }
        }
        let chosen = (0...Self.events).map { ids[$0 * 23] }
        func send(_ event: TimedOrder.Event) async throws -> Work {
            // The first event prepares the statements.
            try await orders.send(event, to: chosen[0], eventID: "\(event)")
            try file.connection().run("PRAGMA wal_checkpoint(TRUNCATE)")
            let before = try await store.counts()
            for id in chosen.dropFirst() { try await orders.send(event, to: id, eventID: "\(event)") }
            let counts = try await store.counts() - before
            let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
            // A header of 32 bytes; each page has a header of 24 bytes.
            return Work(counts: counts, pages: try (#require(size) - 32) / (4096 + 24))
        }
        let staying = try await send(.note(1))
        let moving = try await send(.pay)
        await store.close()
        return (staying, moving)
    }
}
