import DurableMachines
import Foundation

/// The part of `Benchmarks/compare-durable-with-peers` that measures this library.
///
/// Each measurement is one line of JSON. The programs in Python that measure the peers print the
/// same keys.
struct PeerComparison: Sendable {
    private struct Measurement: Encodable {
        let measure: String
        let clients: Int
        let count: Int
        let seconds: Double

        /// The processor seconds of this process.
        let processor: Double

        /// The transactions that wrote something.
        let transactions: Int

        /// The bytes of the write-ahead log.
        let bytes: Int
    }

    private struct Position {
        let transactions: Int
        let bytes: Int
    }

    private let clients: Int
    private let count: Int
    private let store: PostgreSQLStore
    private let orders: Fleet<PeerOrder>

    /// An element for each job whose end is committed.
    private let finished: AsyncStream<Void>

    private init(clients: Int, count: Int) throws {
        (self.clients, self.count) = (clients, count)
        store = try PostgreSQLStore(PostgreSQLCost.server, connections: clients + 2)
        let (finished, continuation) = AsyncStream.makeStream(of: Void.self)
        self.finished = finished
        orders = try Fleet(in: store, name: "orders") { report in
            if case .finished = report { continuation.yield() }
        }
    }

    /// Measures events and jobs in an empty database.
    static func lines(_ settings: DurableSettings) async throws -> String {
        let comparison = try PeerComparison(clients: settings.clients, count: settings.events)
        let lines = try await comparison.measurements().map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        await comparison.store.close()
        return lines.joined(separator: "\n")
    }

    private func measurements() async throws -> [Measurement] {
        let kept = 160
        try await each(kept) { try await orders.create("kept-\($0)", in: .open(notes: 0)) }
        try await each(count) { try await orders.create("order-\($0)", in: .open(notes: 0)) }
        return [
            try await measured("note") {
                try await each(count) {
                    try await handled(orders.send(.note($0), to: "kept-\($0 % kept)", eventID: "note-\($0)"))
                }
            },
            try await measured("pay") {
                try await each(count) { try await handled(orders.send(.pay, to: "order-\($0)", eventID: "pay")) }
            },
            // The orders that are paid wait for their jobs.
            try await measured("jobs") {
                try await orders.run(workers: clients, until: .idle) { _, _ in .didCharge }
                await waitForJobs()
            },
            try await measured("whole") {
                let work = Task { try await orders.run(workers: clients) { _, _ in .didCharge } }
                try await each(count) { try await orders.create("new-\($0)", in: .charging) }
                await waitForJobs()
                work.cancel()
                try await work.value
            },
        ]
    }

    private func waitForJobs() async {
        var jobs = 0
        for await _ in finished {
            jobs += 1
            if jobs == count { break }
        }
    }

    /// Lets each client do its share of the calls, one after the other.
    private func each(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<clients {
                group.addTask {
                    for number in stride(from: client, to: count, by: clients) { try await body(number) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func measured(_ measure: String, _ body: () async throws -> Void) async throws -> Measurement {
        let start = try await position()
        let startOfWork = processorSeconds()
        let time = try await ContinuousClock().measure(body)
        let processor = processorSeconds() - startOfWork
        let end = try await position()
        return Measurement(
            measure: measure,
            clients: clients,
            count: count,
            seconds: time / .seconds(1),
            processor: processor,
            transactions: end.transactions - start.transactions,
            bytes: end.bytes - start.bytes
        )
    }

    private func position() async throws -> Position {
        try await store.performCalls { calls in
            let transactions = try calls.text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
            let bytes = try calls.text("SELECT (pg_current_wal_lsn() - '0/0')::text")
            return Position(transactions: Int(transactions) ?? 0, bytes: Int(bytes) ?? 0)
        }
    }
}
