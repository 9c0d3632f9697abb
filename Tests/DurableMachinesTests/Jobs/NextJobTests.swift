import Dispatch
import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The job that a worker takes in the transaction that ends its former one.
@Suite(.timeLimit(.minutes(2)), .computing) struct NextJobTests {
    private let time = StoreTime()

    private func fleet(in store: any DurableStore, failureLimit: Int = 3) throws -> Fleet<Order> {
        var settings = FleetSettings()
        settings.failureLimit = failureLimit
        settings.random = { 0 }
        return try Fleet(in: store, settings: settings)
    }

    /// A fleet in which each machine has one job, and the first of these jobs.
    private func fleet(_ kind: StoreKind, machines: [String]) async throws -> (Fleet<Order>, FleetJob<Order>) {
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
        try await orders.send(.didCharge, to: "a", eventID: "1")
        try await orders.send(.cancel, to: "a", eventID: "2")
        let ended = try await orders.end(charge, .finished(.didCharge), takingNextBeside: [audit.identity])
        #expect(ended.outcome == .dropped(.stale))
        #expect(ended.next?.activity == .refunding)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that the one before it has ended is not taken`(kind: StoreKind) async throws {
        let time = time
        let orders = try fleet(in: kind.make { time.now }, failureLimit: 2)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 2)
        let audit = try #require(jobs.first { $0.activity == .audit })
        let charge = try #require(jobs.first { $0.activity != .audit })
        _ = try await orders.end(charge, .failed("no answer"))
        time.advance(by: 2)
        let again = try #require(try await orders.take(limit: 1).first)
        #expect(again.id == charge.id)
        // Only the death of a worker that was alone counts.
        #expect(try await orders.isolate(again))
        time.advance(by: 10)
        _ = try await orders.renew([audit])
        try await orders.create("b", in: .paid)
        let other = try #require(try await orders.take(limit: 1).first)
        // The worker of both jobs of “a” has died. The first of them has failed too often, which
        // ends the activity of the second.
        time.advance(by: 100)
        let ended = try await orders.end(other, .finished(nil), takingNextBeside: [])
        #expect(ended.next == nil)
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
        let id = try MachineID("a")
        let left = try await orders.read { rows in try rows.jobs(of: id) }
        #expect(try left.map { try JSON.decode(Order.Activity.self, from: $0.activity) } == [.reminder(0)])
    }

    @Test(arguments: StoreKind.allCases)
    func `of one machine, the job that has waited longest comes first`(kind: StoreKind) async throws {
        let (orders, first) = try await fleet(kind, machines: ["b"])
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 2)
        // The second job can be taken again before the first.
        _ = try await orders.end(jobs[1], .released)
        time.advance(by: 1)
        _ = try await orders.end(jobs[0], .released)
        time.advance(by: 1)
        #expect(try await orders.end(first, .finished(nil), takingNextBeside: []).next?.id == jobs[1].id)
    }

    @Test(arguments: StoreKind.allCases)
    func `the search in the same machine takes no job of another`(kind: StoreKind) async throws {
        let (orders, first) = try await fleet(kind, machines: ["b", "a"])
        let ended = try await orders.end(first, .finished(nil), takingNextBeside: [], of: .sameMachine)
        #expect(ended.next == nil)
        _ = try await orders.take(limit: 1)
        try await orders.create("c", in: .charging(card: "x", progress: 0))
        let other = try #require(try await orders.take(limit: 1).first)
        let same = try await orders.end(other, .failed("no answer"), takingNextBeside: [], of: .sameMachine)
        #expect(same.next?.machine == "c" && same.next?.id != other.id)
    }

    @Test func `a row of another machine that cannot be read delays no end`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try fleet(in: store)
        for machine in ["a", "b"] { try await orders.create(machine, in: .paid) }
        let run = Task {
            try await orders.run(workers: 1) { job, _ in
                try file.connection().run("UPDATE order_jobs SET state = 'unknown' WHERE machine <> '\(job.machine)'")
                return nil
            }
        }
        let ids = try ["a", "b"].map { try MachineID($0) }
        #expect(
            try await asking {
                try await orders.read { rows in
                    // The row of the other machine cannot be read.
                    ids.contains { (try? rows.jobs(of: $0))?.map(\.state) == [.done(attempts: 1)] }
                }
            }
        )
        run.cancel()
        try await run.value
        await store.close()
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

    @Test(arguments: StoreKind.allCases, 0..<13)
    func `both are stored or neither`(kind: StoreKind, crashBefore statement: Int) async throws {
        let store = CrashingStore(try kind.make())
        let orders = try fleet(in: store)
        for machine in ["a", "b"] { try await orders.create(machine, in: .paid) }
        let first = try #require(try await orders.take(limit: 1).first)
        store.prepare(.before(statement: statement))
        let ended = try? await orders.end(first, .finished(nil), takingNextBeside: [])
        // A transaction has ten statements.
        #expect((ended != nil) == (statement >= 10))
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
        var settings = FleetSettings()
        // A run of this test that takes longer reads the order of the queues no second time.
        settings.pollInterval = .seconds(1_000)
        let orders = try Fleet<Order>(in: store, settings: settings)
        for number in 0..<20 { try await orders.create("order-\(number)", in: .paid) }
        let before = try await store.counts().commits
        try await orders.run(workers: 1, until: .idle) { _, _ in nil }
        let commits = try await store.counts().commits - before
        // The first job is taken by itself, and two searches only read.
        #expect(commits == 20 + 3)
        await store.close()
    }

    @Test(.withServer)
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
    func end(_ job: FleetJob<Definition>, _ end: End) async throws -> FleetOutcome<Definition>? {
        try await self.end(job, end, next: nil).outcome
    }

    /// Stores the end of the work, and takes the next job of all machines.
    func end(
        _ job: FleetJob<Definition>,
        _ end: End,
        takingNextBeside held: Set<JobAttempt>,
        of place: NextJob<Definition>.Place = .allMachines,
        order: JobOrder? = nil
    ) async throws -> Ended {
        try await self.end(job, end, next: NextJob(place: place, order: order) { held })
    }

    /// Renews leases, and returns the jobs whose work has to be cancelled.
    func renew(_ jobs: [FleetJob<Definition>]) async throws -> [FleetJob<Definition>] {
        try await renewLeases(of: jobs, within: .seconds(10)).cancelled
    }

    func take(limit: Int, held: Set<JobAttempt> = []) async throws -> [FleetJob<Definition>] {
        try await takeJobs(limit: limit, held: held).jobs
    }
}
