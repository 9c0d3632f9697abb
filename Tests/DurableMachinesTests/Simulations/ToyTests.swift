import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// Objects that are used again: within a transaction, within a run, after a long time and after
/// failures.
///
/// Set `TOY_SEED` to repeat one simulation.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct ToyTests {
    private static var seeds: ClosedRange<UInt64> {
        let seed = ProcessInfo.processInfo.environment["TOY_SEED"].flatMap(UInt64.init)
        return seed.map { $0...$0 } ?? 1...UInt64(ProcessEnvironment.runs(40))
    }

    @Test func `toys in a file become what they should, in two versions of a program`() async throws {
        var tally: [String: Int] = [:]
        for seed in Self.seeds {
            let file = try TemporaryDatabase()
            defer { file.remove() }
            do {
                var simulation = try ToySimulation(seed: seed, in: file)
                try await simulation.run(steps: 250)
                tally.merge(simulation.tally, uniquingKeysWith: +)
            } catch { throw Unexpected("seed \(seed): \(error)") }
        }
        guard Self.seeds.count > 1 else { return }
        for name in [
            "transactions", "transactions with several changes", "refusals", "toys that a program cannot read",
            "waits for a lock", "locks that last too long", "jobs", "jobs after the end of another",
            "jobs that are left to a later program",
            "jobs that are taken over", "rejected results", "failures", "failures after a retry", "finished jobs",
            "retries",
            "lists with damaged toys",
        ] { #expect((tally[name] ?? 0) >= 10, "\(name): \(tally)") }
    }

    // MARK: Runs

    /// A store that fails while it is told to.
    private final class FailingStore: WrappingStore {
        let base: any RowStore
        let isFailing = Locked(false)

        init(_ store: any DurableStore) { base = store.rows.store }

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            if isFailing.withLock(\.self) { throw DurableStoreError.failed("disk", code: "10", message: "on purpose") }
            return try await call()
        }
    }

    /// The calls after which a job can begin at once.
    private enum Cause: CaseIterable {
        case create, send, transaction, severalEvents, retry, reconcile, ownTransaction
    }

    @Test func `each call with a new job wakes the workers, and a cancelled run ends while the store fails`()
        async throws
    {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            let file = try TemporaryDatabase()
            defer { file.remove() }
            let store = FailingStore(try SQLiteStore(path: file.path))
            let clock = ManualClock()
            var settings = FleetSettings()
            // Time stands still, so that only a signal ends a pause.
            settings.clock = clock
            settings.failureLimit = 1
            let toys = try Fleet<Toy<FormerShape>>(in: store, name: "toys", settings: settings)
            let gate = Gate()
            let count = Locked(0)
            let refuses = Locked(false)
            let isLast = Locked(false)
            let run = Task {
                try await toys.run(workers: 2) { job, _ in
                    guard job.activity == .work else { return nil }
                    count.withLock { $0 += 1 }
                    if refuses.withLock(\.self) { throw Unexpected("on purpose") }
                    if isLast.withLock(\.self) { await gate.pass() }
                    return .didWork
                }
            }
            for (number, cause) in Cause.allCases.shuffled(using: &random).enumerated() {
                let id = "\(number)"
                try await prepare(cause, id, toys, refuses: refuses)
                // One sleeper renews the leases, and the other waits for jobs.
                try await clock.waitForSleepers(2)
                let before = count.withLock(\.self)
                try await perform(cause, id, toys, file)
                // Without a signal, this would exceed the time limit.
                let isDone = await eventually { count.withLock(\.self) > before }
                try #require(isDone, "seed \(seed), \(cause)")
            }
            // The last job, whose end the store does not accept, or none.
            if Bool.random(using: &random) {
                isLast.withLock { $0 = true }
                let before = count.withLock(\.self)
                try await toys.create("last", in: .working(rounds: 0))
                let hasBegun = await eventually { count.withLock(\.self) > before }
                try #require(hasBegun)
            }
            let recovers = Int.random(in: 0..<3, using: &random) == 0
            store.isFailing.withLock { $0 = true }
            run.cancel()
            gate.open()
            let hasEnded = Mark()
            let end = Task {
                defer { hasEnded.set() }
                try await run.value
            }
            var rounds = 0
            while !hasEnded.isSet, !Task.isCancelled {
                clock.advance(by: .seconds(1))
                rounds += 1
                if recovers, rounds == 20 { store.isFailing.withLock { $0 = false } }
                _ = await eventually { true }
                await Task.yield()
            }
            try #require(hasEnded.isSet, "seed \(seed)")
            try await end.value
        }
    }

    /// Lets a machine be in a state in which the call makes a job begin.
    private func prepare(
        _ cause: Cause,
        _ id: String,
        _ toys: Fleet<Toy<FormerShape>>,
        refuses: borrowing Locked<Bool>
    ) async throws {
        switch cause {
        case .create: break
        case .send, .transaction, .severalEvents, .ownTransaction: try await toys.create(id, in: .idle(rounds: 0))
        case .retry:
            refuses.withLock { $0 = true }
            try await toys.create(id, in: .working(rounds: 0))
            while try await toys.parkedJobs().isEmpty { await Task.yield() }
            refuses.withLock { $0 = false }
        case .reconcile:
            try await toys.create(id, in: .resting(rounds: 0))
            // As if the activities of the state had changed.
            try await toys.write { rows in
                guard var record = try rows.machine(MachineID(id)) else { return }
                record.state = Data(#"{"working":{"rounds":0}}"#.utf8)
                try rows.save(record)
            }
        }
    }

    private func perform(
        _ cause: Cause,
        _ id: String,
        _ toys: Fleet<Toy<FormerShape>>,
        _ file: TemporaryDatabase
    ) async throws {
        switch cause {
        case .create: try await toys.create(id, in: .working(rounds: 0))
        case .send: try await toys.send(.work, to: id, eventID: "1")
        case .transaction:
            _ = try await toys.transaction(on: id) { toy in try toy.send(.work, eventID: "1") }
        case .severalEvents:
            _ = try await toys.transaction(on: id) { toy in
                try toy.send(.work, eventID: "1")
                try toy.send(.rest, eventID: "2")
                try toy.send(.wake, eventID: "3")
                return try toy.send(.work, eventID: "4")
            }
        case .retry:
            for job in try await toys.parkedJobs() { try await toys.retry(job) }
        case .reconcile: #expect(try await toys.reconcile() == 1)
        case .ownTransaction:
            try sendInOwnTransaction(id, toys, file)
            toys.wakeWorkers()
        }
    }

    private func sendInOwnTransaction(_ id: String, _ toys: Fleet<Toy<FormerShape>>, _ file: TemporaryDatabase) throws {
        let connection = try file.connection()
        try connection.beginWriting()
        try toys.send(.work, to: id, eventID: "1", using: connection)
        try connection.commit()
    }

    // MARK: Cancellation

    /// An executor of tasks that stops after some of their steps.
    private final class StoppingExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "StoppingExecutor")
        private let steps = Locked<Int?>(nil)

        /// Whether it has stopped.
        let isStopped = Mark()

        /// Stops after a number of further steps.
        func stop(after count: Int) { steps.withLock { $0 = count } }

        func resume() { queue.resume() }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { [self] in
                job.runSynchronously(on: asUnownedTaskExecutor())
                let stops = steps.withLock { steps in
                    guard let count = steps else { return false }
                    steps = count > 0 ? count - 1 : nil
                    return count == 0
                }
                guard stops else { return }
                queue.suspend()
                isStopped.set()
            }
        }
    }

    @Test(arguments: 0..<4)
    func `work is cancelled whenever its machine exits the activity, even before it begins`(steps: Int) async throws {
        let clock = ManualClock()
        var settings = FleetSettings()
        settings.clock = clock
        let executor = StoppingExecutor()
        let (isTaken, isRenewed, isCancelled) = (Mark(), Mark(), Mark())
        let toys = try Fleet<Toy<FormerShape>>(in: InMemoryStore(), name: "toys", settings: settings) { report in
            switch report {
            case .taken:
                if !isTaken.isSet { executor.stop(after: steps) }
                isTaken.set()
            case .renewed: isRenewed.set()
            case .cancelled: isCancelled.set()
            default: break
            }
        }
        let run = Task(executorPreference: executor) {
            try await toys.run(workers: 1) { _, _ in
                // Only the cancellation ends it.
                while true { try await clock.sleep(for: .seconds(1_000_000)) }
            }
        }
        // One sleeper renews the leases, and the other waits for jobs.
        try await clock.waitForSleepers(2)
        try await toys.create("a", in: .working(rounds: 0))
        #expect(await eventually { executor.isStopped.isSet })
        try await toys.send(.didWork, to: "a", eventID: "1")
        clock.advance(by: .seconds(10))
        let hasRenewed = await eventually { isRenewed.isSet }
        executor.resume()
        try #require(hasRenewed)
        let wasCancelled = await eventually { isCancelled.isSet }
        run.cancel()
        try #require(wasCancelled)
        try await run.value
    }
}
