import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// Runs that have nothing to do, and runs with more jobs than one search finds.
@Suite(.timeLimit(.minutes(1)), .computing) struct WaitingRunTests {
    /// A fleet whose time stands still, so that only a signal ends a pause.
    private func settings(_ clock: ManualClock) -> FleetSettings {
        var settings = FleetSettings()
        settings.clock = clock
        settings.failureLimit = 1
        return settings
    }

    /// Waits until a run sleeps: one sleeper renews the leases, the other waits for jobs.
    private func waitForPause(_ clock: ManualClock) async throws { try await clock.waitForSleepers(2) }

    @Test func `a run that waits does a parked job once somebody tries it again`() async throws {
        let clock = ManualClock()
        let orders = try Fleet<Order>(in: InMemoryStore(), settings: settings(clock))
        try await orders.create("a", in: .refunding)
        try await orders.run(until: .idle) { job, _ in
            if job.activity == .refunding { throw Unexpected("the bank is closed") }
            return nil
        }
        let parked = try #require(try await orders.parkedJobs().first)
        let (done, signal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { _, _ in
                signal.yield()
                return .didRefund
            }
        }
        try await waitForPause(clock)
        try await orders.retry(parked)
        // Without a job, this wait would exceed the time limit.
        for await _ in done { break }
        run.cancel()
        try await run.value
    }

    @Test func `a run that waits does the jobs of a later version once they are reconciled`() async throws {
        let (clock, store) = (ManualClock(), InMemoryStore())
        try await Fleet<PlainDoor>(in: store, name: "doors").create("a", in: .open)
        let doors = try Fleet<WatchedDoor>(in: store, name: "doors", settings: settings(clock))
        let (watched, signal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await doors.run { _, _ in
                signal.yield()
                return nil
            }
        }
        try await waitForPause(clock)
        try await doors.reconcile()
        // Without a job, this wait would exceed the time limit.
        for await _ in watched { break }
        run.cancel()
        try await run.value
    }

    /// A fleet with jobs whose workers have died after the machines exited the activities, and with
    /// one job that can be done, which comes after them.
    private func fleet(_ kind: StoreKind, exited: Int) async throws -> Fleet<Order> {
        let time = StoreTime()
        let orders = try Fleet<Order>(in: kind.make { time.now })
        for number in 0..<exited { try await orders.create("order-\(number)", in: .paid) }
        #expect(try await orders.take(limit: exited).count == exited)
        for number in 0..<exited { try await orders.delete("order-\(number)") }
        time.advance(by: 10_000)
        try await orders.create("new", in: .paid)
        return orders
    }

    @Test(arguments: StoreKind.allCases)
    func `one search looks at a hundred rows, and says that there may be more`(kind: StoreKind) async throws {
        let orders = try await fleet(kind, exited: 120)
        let first = try await orders.takeJobs(limit: 1, held: [])
        #expect(first.jobs.isEmpty && first.isCutOff)
        let second = try await orders.takeJobs(limit: 1, held: [])
        #expect(second.jobs.map(\.machine) == ["new"] && !second.isCutOff)
    }

    @Test func `a run until no job is left continues after a search that was cut off`() async throws {
        let orders = try await fleet(.memory, exited: 120)
        let done = Locked<[String]>([])
        try await orders.run(workers: 1, until: .idle) { job, _ in
            done.withLock { $0.append(job.machine) }
            return nil
        }
        #expect(done.withLock { $0 } == ["new"])
    }

    @Test func `each job that a run takes and finishes is reported, with the one that follows it`() async throws {
        let journal = ReportJournal()
        let orders = try Fleet<Order>(in: InMemoryStore()) { journal.add($0) }
        for machine in ["a", "b"] { try await orders.create(machine, in: .paid) }
        try await orders.run(workers: 1, until: .idle) { _, _ in nil }
        let words = journal.texts.filter { $0.hasPrefix("order/") }.map { $0.prefix { $0 != "," } }
        #expect(
            words.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
                "order/0.0/a: taken", "order/0.0/a: done", "order/0.0/b: taken", "order/0.0/b: done",
            ]
        )
    }
}
