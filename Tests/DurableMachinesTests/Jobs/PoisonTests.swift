import DurableMachines
import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// A job that kills the process of its worker, and the jobs beside it.
@Suite(.timeLimit(.minutes(2)), .computing) struct PoisonTests {
    private let time = StoreTime()

    /// Lets a process perform jobs until it dies or nothing is due, as a run does.
    ///
    /// - Returns: The machines of the jobs with which the process has died; `nil` if it lives.
    private func process(_ orders: Fleet<Order>, workers: Int, poison: String) async throws -> [String]? {
        while true {
            let jobs = try await orders.takeJobs(limit: workers, held: []).jobs
            if jobs.isEmpty { return nil }
            // All of them begin, but a suspected one begins only when the others have ended.
            let shared = jobs.filter { !$0.isSuspect }
            if shared.contains(where: { $0.machine == poison }) { return jobs.map(\.machine) }
            for job in shared { _ = try await orders.end(job, .finished(nil)) }
            for job in jobs where job.isSuspect {
                #expect(try await orders.isolate(job))
                if job.machine == poison { return [poison] }
                _ = try await orders.end(job, .finished(nil))
            }
        }
    }

    @Test(arguments: StoreKind.allCases, [1, 3, 4, 8])
    func `only the job that kills its processes is parked`(kind: StoreKind, workers: Int) async throws {
        let journal = ReportJournal()
        let time = time
        var settings = FleetSettings()
        settings.failureLimit = 4
        let orders = try Fleet<Order>(in: kind.make { time.now }, settings: settings) { journal.add($0) }
        let machines = (0..<6).map { "order-\($0)" }
        for machine in machines { try await orders.create(machine, in: .paid) }
        var deaths: [[String]] = []
        while deaths.count < 20 {
            if let death = try await process(orders, workers: workers, poison: "order-2") { deaths.append(death) }
            if try await !orders.parkedJobs().isEmpty { break }
            time.advance(by: 60)
        }
        // Two deaths beside others, and as many alone as a job may fail.
        #expect(deaths.count == 2 + 4 && deaths.dropFirst(2).allSatisfy { $0 == ["order-2"] }, "\(deaths)")
        #expect(try await orders.parkedJobs().map(\.machine) == ["order-2"])
        #expect(try await orders.parkedJobs().first?.reason == "The lease of attempt 6 ended without a result.")
        let states = try await orders.read { rows in
            try machines.flatMap { try rows.jobs(of: MachineID($0)) }.map {
                ($0.key.machine.text, $0.state, $0.failures)
            }
        }
        for (machine, state, failures) in states where machine != "order-2" {
            guard case .done = state, failures == 0 else { throw Unexpected("\(machine): \(state), \(failures)") }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the first death makes nothing slower, and the leases end apart`(kind: StoreKind) async throws {
        let time = time
        var settings = FleetSettings()
        let numbers = Locked<[Double]>([0, 1])
        settings.random = { numbers.withLock { $0.removeFirst() } }
        let orders = try Fleet<Order>(in: kind.make { time.now }, settings: settings)
        for machine in ["a", "b"] { try await orders.create(machine, in: .paid) }
        #expect(try await orders.take(limit: 9).count == 2)
        time.advance(by: 30)
        #expect(try await orders.take(limit: 9).count == 2)
        let ends = try await orders.read { rows in
            try ["a", "b"].flatMap { try rows.jobs(of: MachineID($0)) }.compactMap(\.nextTake)
        }
        #expect(ends.map { $0.timeIntervalSince(time.now) }.sorted() == [30, 37.5])
    }

    @Test(arguments: StoreKind.allCases)
    func `an attempt that fails clears the suspicion, and a returned job keeps it`(kind: StoreKind) async throws {
        let time = time
        let orders = try Fleet<Order>(in: kind.make { time.now })
        try await orders.create("a", in: .paid)
        func take() async throws -> FleetJob<Order> {
            time.advance(by: 60)
            return try #require(try await orders.take(limit: 1).first)
        }
        for isSuspect in [false, false, true, true] { #expect(try await take().isSuspect == isSuspect) }
        let job = try await take()
        #expect(try await orders.isolate(job))
        #expect(try await orders.renewLeases(of: [job], within: .seconds(9)).renewed == [job])
        #expect(try await orders.end(job, .released) == nil)
        let again = try await take()
        #expect(again.isSuspect)
        #expect(try await !orders.isolate(job))
        #expect(try await orders.end(again, .failed("no answer")) == nil)
        #expect(try await !take().isSuspect)
    }

    @Test func `a suspected job begins when the others have ended, and none begins beside it`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore())
        try await orders.create("a", in: .paid)
        let journal = Locked<[String]>([])
        let isOpen = Locked(false)
        let run = Task {
            try await orders.run(workers: 3) { job, _ in
                journal.withLock { $0.append("\(job.machine) begins") }
                if job.machine == "a" { _ = try await asking { isOpen.withLock { $0 } } }
                for _ in 0..<100 { await Task.yield() }
                journal.withLock { $0.append("\(job.machine) ends") }
                return nil
            }
        }
        #expect(await eventually { journal.withLock { $0 } == ["a begins"] })
        try await orders.write { rows in
            let id = try MachineID("poison")
            _ = try StoredMachine<Order>.create(id, in: .paid, of: orders, rows: rows)
            for var job in try rows.jobs(of: id) {
                job.deaths = 2
                try rows.save(job)
            }
        }
        orders.wakeWorkers()
        let machines = try ["poison", "c"].map { try MachineID($0) }
        func state(_ index: Int) async throws -> JobState? {
            try await orders.read { rows in try rows.jobs(of: machines[index]).first?.state }
        }
        #expect(try await asking { try await state(0) == .held(attempt: 1) })
        try await orders.create("c", in: .paid)
        isOpen.withLock { $0 = true }
        #expect(try await asking { try await state(1) == .done(attempts: 1) })
        #expect(
            journal.withLock { $0 } == ["a begins", "a ends", "poison begins", "poison ends", "c begins", "c ends"]
        )
        run.cancel()
        try await run.value
    }

    /// A store that holds back the answer of one search.
    private final class LateStore: WrappingStore {
        let base: any RowStore = InMemoryStore()
        let isLate = Locked(false)
        let (hasSearched, mayAnswer) = (Mark(), Mark())

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            let result = try await call()
            let waits = isLate.withLock { isLate in
                guard case .shared = kind else { return false }
                defer { isLate = false }
                return isLate
            }
            if waits {
                hasSearched.set()
                _ = await eventually { mayAnswer.isSet }
            }
            return result
        }
    }

    @Test func `a job that a search has found before a suspect began is returned, and begins later`() async throws {
        let store = LateStore()
        let reports = ReportJournal()
        let orders = try Fleet<Order>(in: store) { reports.add($0) }
        let id = try MachineID("a")
        /// Makes the second job of the machine a suspected one that is due at a date.
        func suspect(dueAt date: Date) async throws {
            try await orders.write { rows in
                guard var job = try rows.jobs(of: id).last else { return }
                (job.deaths, job.nextTake) = (2, date)
                try rows.save(job)
            }
        }
        try await orders.create("a", in: .charging(card: "1", progress: 0))
        try await suspect(dueAt: Date() + 10_000)
        let journal = Locked<[String]>([])
        let (firstMayEnd, suspectMayEnd) = (Mark(), Mark())
        let run = Task {
            try await orders.run(workers: 3) { job, _ in
                let name = "\(job.machine) \(job.activity == .audit ? "audit" : "charging")"
                journal.withLock { $0.append("\(name) begins") }
                if job.machine == "a" {
                    _ = await eventually { (job.activity == .audit ? firstMayEnd : suspectMayEnd).isSet }
                }
                journal.withLock { $0.append("\(name) ends") }
                return nil
            }
        }
        #expect(await eventually { journal.withLock { $0 } == ["a audit begins"] })
        store.isLate.withLock { $0 = true }
        try await orders.create("b", in: .paid)
        #expect(await eventually { store.hasSearched.isSet })
        // The worker of the first job takes the suspected one, while the search has the job of the
        // other machine.
        try await suspect(dueAt: Date())
        firstMayEnd.set()
        let first = ["a audit begins", "a audit ends", "a charging begins"]
        #expect(await eventually { journal.withLock { $0 } == first })
        store.mayAnswer.set()
        #expect(await eventually { reports.texts.contains("order/0.0/b: released") })
        suspectMayEnd.set()
        let rest = ["a charging ends", "b audit begins", "b audit ends"]
        #expect(await eventually { journal.withLock { $0 }.contains("b audit ends") })
        #expect(journal.withLock { $0 } == first + rest)
        run.cancel()
        try await run.value
    }
}
