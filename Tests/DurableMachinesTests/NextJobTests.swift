import Dispatch
import Foundation
import StateMachines
import TestSupport
import Testing

@_spi(Measuring) @testable import DurableMachines

/// The job that a worker takes in the transaction that ends its former one.
@Suite(.timeLimit(.minutes(2)), .computing) struct NextJobTests {
    private let time = StoreTime()

    private func fleet(in store: any DurableStore) throws -> Fleet<Order> {
        var settings = FleetSettings()
        settings.random = { 0 }
        return try Fleet(in: store, settings: settings)
    }

    /// A fleet in which each machine has one job, and the first of these jobs.
    private func fleet(_ kind: StoreKind, machines: [String]) async throws -> (Fleet<Order>, Job<Order>) {
        let time = time
        let orders = try fleet(in: kind.make { time.now })
        for machine in machines {
            try await orders.create(machine, in: .paid)
            time.advance(by: 1)
        }
        return (orders, try #require(try await orders.take(limit: 1).first))
    }

    @Test(arguments: StoreKind.allCases)
    func `the transaction that ends a job takes the one that has waited longest`(kind: StoreKind) async throws {
        let (orders, first) = try await fleet(kind, machines: ["b", "c", "a"])
        let ended = try await orders.end(first, .finished(nil), takingNextBeside: [])
        #expect(ended.outcome == nil)
        let second = try #require(ended.next)
        #expect((second.id, second.attempt) == ("order/0.0/c", 1))
        #expect(ended.reportsOfNext.map { "\($0)" } == ["order/0.0/c: taken, attempt 1"])
        let third = try await orders.end(second, .failed("no answer"), takingNextBeside: [])
        #expect(third.next?.machine == "a")
        // The failed job waits for its next attempt.
        let last = try await orders.end(try #require(third.next), .finished(nil), takingNextBeside: [])
        #expect(last.next == nil && last.reportsOfNext.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `the next job can be one that the event of the former has begun`(kind: StoreKind) async throws {
        let orders = try fleet(in: kind.make())
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 2)
        let audit = try #require(jobs.first { $0.activity == .audit })
        let charge = try #require(jobs.first { $0.activity != .audit })
        try await orders.send(.didCharge, to: "a", id: "1")
        try await orders.send(.cancel, to: "a", id: "2")
        let ended = try await orders.end(charge, .finished(.didCharge), takingNextBeside: [audit.identity])
        #expect(ended.outcome == .dropped(.stale))
        #expect(ended.next?.activity == .refunding)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job of the same caller whose lease is over is renewed`(kind: StoreKind) async throws {
        let (orders, first) = try await fleet(kind, machines: ["a", "b"])
        let second = try #require(try await orders.take(limit: 1).first)
        // The computer has slept.
        time.advance(by: 4_000)
        let ended = try await orders.end(first, .finished(nil), takingNextBeside: [second.identity])
        #expect(ended.next == nil)
        #expect(try await orders.take(limit: 1).isEmpty)
        #expect(try await orders.renew([second]).isEmpty)
    }

    @Test(arguments: StoreKind.allCases, 0..<10)
    func `both are stored or neither`(kind: StoreKind, crashBefore statement: Int) async throws {
        let store = CrashingStore(try kind.make())
        let orders = try fleet(in: store)
        for machine in ["a", "b"] { try await orders.create(machine, in: .paid) }
        let first = try #require(try await orders.take(limit: 1).first)
        store.prepare(.before(statement: statement))
        let ended = try? await orders.end(first, .finished(nil), takingNextBeside: [])
        // A transaction has seven statements.
        #expect((ended != nil) == (statement >= 7))
        let states = try await orders.read { rows in
            try ["a", "b"].flatMap { try rows.jobs(of: MachineID($0)) }.map(\.state)
        }
        #expect(
            states
                == (ended == nil
                    ? [.held(attempt: 1), .waiting(attempts: 0)] : [.done(attempts: 1), .held(attempt: 1)])
        )
    }

    @Test func `a worker needs one commit for each job`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try fleet(in: store)
        for number in 0..<20 { try await orders.create("order-\(number)", in: .paid) }
        let before = try await store.counts().commits
        try await orders.run(workers: 1, until: .idle) { _, _ in nil }
        let commits = try await store.counts().commits - before
        // The first job is taken by itself, and two searches only read.
        #expect(commits == 20 + 3)
        await store.close()
    }

    @Test(.enabled(if: StoreKind.server != nil, "DURABLE_POSTGRESQL is not set; .ci/check-durable starts a server"))
    func `the search for the next job does not wait for the locks of others`() async throws {
        let (orders, first) = try await fleet(.postgreSQL, machines: ["a", "b", "c"])
        let locked = try MachineID("b")
        let (isLocked, lockSignal) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        async let other: Void = orders.write { rows in
            _ = try rows.machine(locked)
            lockSignal.yield()
            // A thread of the store waits.
            _ = release.wait(timeout: .now() + 30)
        }
        for await _ in isLocked { break }
        let ended = try await orders.end(first, .finished(nil), takingNextBeside: [])
        #expect(ended.next?.machine == "c")
        release.signal()
        try await other
        #expect(try await orders.take(limit: 2).map(\.machine) == ["b"])
    }
}

extension Fleet {
    /// Stores the end of the work, and takes no other job.
    func end(_ job: Job<Definition>, _ end: End) async throws -> FleetOutcome<Definition.Output>? {
        try await self.end(job, end, takingNextBeside: nil).outcome
    }
}
