import DurableMachines
import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

/// Workers that run: the work, its cancellation, and the end of the run.
@Suite(.timeLimit(.minutes(2)), .computing) struct RunTests {
    @Test(arguments: StoreKind.allCases)
    func `workers do the jobs of many machines until none is left`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        for number in 0..<40 { try await orders.create("order-\(number)", in: .charging(card: "x", progress: 0)) }
        let charges = Locked<[String: Int]>([:])
        try await orders.run(workers: 4, until: .idle) { job, send in
            switch job.activity {
            case .charging:
                let outcome = try await send(.progress(50))
                #expect(outcome.isHandled)
                charges.withLock { $0[job.id, default: 0] += 1 }
                return job.machine.hasSuffix("7") ? .wasDeclined : .didCharge
            case .audit: return nil
            case .refunding: return .didRefund
            case .reminder: return .remind
            }
        }
        #expect(try await orders.counts() == ["placed": 4, "paid": 36])
        let history = try await orders.history(of: "order-7")
        #expect(history.map(\.job) == [nil, "order/0.1/order-7", "order/0.1/order-7"])
        #expect(history.map(\.eventID) == [nil, nil, nil])
        #expect(charges.withLock { $0.count == 40 && $0.values.allSatisfy { $0 == 1 } })
    }

    @Test func `work is cancelled when the machine exits its activity`() async throws {
        let clock = ManualClock()
        let journal = ReportJournal()
        var settings = FleetSettings()
        settings.clock = clock
        let time = StoreTime()
        let store = InMemoryStore { time.now }
        let orders = try Fleet<Order>(in: store, settings: settings) { journal.add($0) }
        let (started, startedSignal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { job, _ in
                guard case .charging = job.activity else { return nil }
                startedSignal.yield()
                try await clock.sleep(for: .seconds(1_000_000))
                return .didCharge
            }
        }
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        for await _ in started { break }
        try await orders.send(.cancel, to: "a", eventID: "1")
        // The work, the search for jobs and the renewal of leases wait.
        try await clock.waitForSleepers(3)
        clock.advance(by: .seconds(10))
        #expect(await eventually { journal.texts.contains { $0.contains("the machine exited the activity") } })
        run.cancel()
        try await run.value
        #expect(try await orders.state(of: "a") == .cancelled)
    }

    @Test func `a parked job that is tried again is found without a search after an interval`() async throws {
        var settings = FleetSettings()
        // Time stands still.
        settings.clock = ManualClock()
        settings.failureLimit = 1
        let (reports, observer) = AsyncStream.makeStream(of: FleetReport.self)
        let orders = try Fleet<Order>(in: InMemoryStore(), settings: settings) { observer.yield($0) }
        try await orders.create("a", in: .refunding)
        let isOpen = Locked(false)
        let run = Task {
            try await orders.run { job, _ in
                guard case .refunding = job.activity else { return nil }
                guard isOpen.withLock({ $0 }) else { throw Unexpected("the bank is closed") }
                return .didRefund
            }
        }
        for await case .parked in reports { break }
        isOpen.withLock { $0 = true }
        try await orders.retry(try #require(try await orders.parkedJobs().first))
        for await case .event in reports { break }
        #expect(try await orders.state(of: "a") == .cancelled)
        run.cancel()
        try await run.value
    }

    @Test func `a run that is cancelled returns its jobs`() async throws {
        let journal = ReportJournal()
        let orders = try Fleet<Order>(in: InMemoryStore()) { journal.add($0) }
        try await orders.create("a", in: .refunding)
        let (started, startedSignal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { job, _ in
                guard job.activity == .refunding else { return nil }
                startedSignal.yield()
                try await Task.sleep(for: .seconds(1_000))
                return .didRefund
            }
        }
        for await _ in started { break }
        run.cancel()
        try await run.value
        #expect(journal.texts.contains("order/0.1/a: released"))
        // The next run does the job.
        let second = Task { try await orders.run { job, _ in job.activity == .refunding ? .didRefund : nil } }
        #expect(try await asking { try await orders.state(of: "a") == .cancelled })
        second.cancel()
        try await second.value
        #expect(journal.texts.contains("order/0.1/a: taken, attempt 2"))
    }

    @Test(arguments: [true, false])
    func `a run that is cancelled lets its work continue for a while`(isLong: Bool) async throws {
        let clock = ManualClock()
        let journal = ReportJournal()
        var settings = FleetSettings()
        (settings.clock, settings.gracePeriod, settings.lease) = (clock, .seconds(20), .seconds(3_000))
        let orders = try Fleet<Order>(in: InMemoryStore(), settings: settings) { journal.add($0) }
        try await orders.create("a", in: .refunding)
        let (started, startedSignal) = AsyncStream.makeStream(of: Void.self)
        let (ended, endSignal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { job, _ in
                guard job.activity == .refunding else { return nil }
                startedSignal.yield()
                for await _ in ended { break }
                try Task.checkCancellation()
                return .didRefund
            }
        }
        for await _ in started { break }
        run.cancel()
        // Others of the fleet are not taken any more.
        try await orders.create("b", in: .paid)
        let time = Task {
            // One sleeper renews the leases. The other one is the grace period, or still the pause
            // before the next search.
            while isLong {
                try await clock.waitForSleepers(2)
                clock.advance(by: settings.gracePeriod)
            }
        }
        if !isLong { endSignal.yield() }
        try await run.value
        time.cancel()
        _ = await time.result
        #expect(journal.texts.contains("order/0.1/a: released") == isLong)
        #expect(try await orders.state(of: "a") == (isLong ? .refunding : .cancelled))
        #expect(!journal.texts.contains { $0.contains("/b: taken") })
    }

    @Test func `a run ends when its store is closed, and cancels the work`() async throws {
        let folder = try TemporaryDatabase()
        defer { folder.remove() }
        let store = try SQLiteStore(path: folder.path)
        var settings = FleetSettings()
        settings.pollInterval = .milliseconds(5)
        let orders = try Fleet<Order>(in: store, settings: settings)
        try await orders.create("a", in: .refunding)
        let (started, startedSignal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { job, _ in
                guard job.activity == .refunding else { return nil }
                startedSignal.yield()
                try await Task.sleep(for: .seconds(1_000))
                return nil
            }
        }
        for await _ in started { break }
        await store.close()
        await #expect(throws: DurableStoreError.closed(folder.path)) { try await run.value }
    }

    @Test(arguments: StoreKind.allCases)
    func `reconciling begins and ends jobs of machines that get no event`(kind: StoreKind) async throws {
        let store = try kind.make()
        let plain = try Fleet<PlainDoor>(in: store, name: "doors")
        for name in ["a", "b"] { try await plain.create(name, in: .open) }
        let doors = try Fleet<WatchedDoor>(in: store, name: "doors")
        #expect(try await doors.reconcile() == 2)
        #expect(try await doors.reconcile() == 0)
        let watched = Locked<[String]>([])
        try await doors.run(until: .idle) { job, _ in
            watched.withLock { $0.append(job.machine) }
            return nil
        }
        #expect(watched.withLock { $0.sorted() } == ["a", "b"])
        #expect(try await plain.reconcile() == 2)
        #expect(try await plain.machine("a")?.version == 2)
    }

    @Test func `work that throws is tried again, and a failing store is asked again`() async throws {
        let journal = ReportJournal()
        var settings = FleetSettings()
        settings.firstPause = .milliseconds(1)
        settings.pollInterval = .milliseconds(1)
        let store = FailingStore(InMemoryStore())
        let orders = try Fleet<Order>(in: store, settings: settings) { journal.add($0) }
        try await orders.create("a", in: .refunding)
        let run = Task {
            try await orders.run { job, _ in
                guard job.activity == .refunding else { return nil }
                if job.attempt < 3 { throw Unexpected("attempt \(job.attempt)") }
                store.failures.withLock { $0 = 5 }
                return .didRefund
            }
        }
        #expect(try await asking { try await orders.state(of: "a") == .cancelled })
        run.cancel()
        try await run.value
        let texts = journal.texts
        #expect(texts.contains { $0.hasPrefix("order/0.1/a: failed") && $0.hasSuffix("unexpected: attempt 2") })
        #expect(texts.contains { $0.hasPrefix("the store failed") })
    }
}

/// Asks until an answer is positive, or until the time limit of the test cancels its task.
func asking(_ question: () async throws -> Bool) async throws -> Bool {
    while true {
        do {
            if try await question() { return true }
        } catch FleetError.store {}
        if Task.isCancelled { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
}

/// A store that fails some times.
final class FailingStore: WrappingStore {
    let failures = Locked(0)
    let base: any RowStore

    init(_ store: any DurableStore) { base = store.rows.store }

    func perform<Result: Sendable>(
        _ kind: WriteKind?,
        _ call: () async throws -> Result
    ) async throws -> Result {
        let fails = failures.withLock { failures in
            defer { failures = max(0, failures - 1) }
            return failures > 0
        }
        if fails { throw DurableStoreError.full("the disk") }
        return try await call()
    }
}
