import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// Workers that know the ends of their leases.
@Suite(.timeLimit(.minutes(1)), .computing) struct LeaseTests {
    /// A store whose calls can take a long time.
    private final class SlowStore: WrappingStore {
        let base: any RowStore

        /// Is called after each write, before the caller gets the result.
        let afterWrite = Locked<(@Sendable (WriteKind) throws -> Void)?>(nil)

        init(_ store: InMemoryStore) { base = store }

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            let result = try await call()
            if let kind { try afterWrite.withLock { $0 }?(kind) }
            return result
        }
    }

    /// A fleet whose store and workers have the same clock.
    private func fleet(_ journal: ReportJournal) throws -> (Fleet<Order>, ManualClock, SlowStore) {
        let clock = ManualClock()
        let store = SlowStore(InMemoryStore { Date(timeIntervalSince1970: clock.now.offset / .seconds(1)) })
        var settings = FleetSettings()
        settings.clock = clock
        return (try Fleet<Order>(in: store, settings: settings) { journal.add($0) }, clock, store)
    }

    @Test func `a job whose lease is over when it was taken is returned and not begun`() async throws {
        let journal = ReportJournal()
        let (orders, clock, store) = try fleet(journal)
        try await orders.create("a", in: .paid)
        // The process sleeps between the commit and the answer.
        let isFirst = Locked(true)
        store.afterWrite.withLock { afterWrite in
            afterWrite = { _ in
                let sleeps = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if sleeps { clock.advance(by: .seconds(30)) }
            }
        }
        let attempts = Locked<[Int]>([])
        try await orders.run(until: .idle) { job, _ in
            attempts.withLock { $0.append(job.attempt) }
            return nil
        }
        #expect(attempts.withLock { $0 } == [2])
        #expect(journal.texts.contains("order/0.0/a: released"))
    }

    @Test func `work is cancelled at the end of a lease that cannot be renewed`() async throws {
        let journal = ReportJournal()
        let (orders, clock, store) = try fleet(journal)
        try await orders.create("a", in: .paid)
        let (started, startedSignal) = AsyncStream.makeStream(of: Int.self)
        let (ended, endedSignal) = AsyncStream.makeStream(of: Duration.self)
        let run = Task {
            try await orders.run(workers: 1) { job, _ in
                startedSignal.yield(job.attempt)
                defer { endedSignal.yield(clock.now.offset) }
                try await clock.sleep(for: .seconds(1_000_000))
                return nil
            }
        }
        var starts = started.makeAsyncIterator()
        #expect(await starts.next() == 1)
        store.afterWrite.withLock { afterWrite in
            afterWrite = { kind in if case .renewal = kind { throw DurableStoreError.full("the disk") } }
        }
        // The work, the search for jobs and the renewal of leases wait.
        for _ in 0..<40 {
            try await clock.waitForSleepers(3)
            if journal.texts.contains(where: { $0.hasSuffix("released") }) { break }
            clock.advance(by: .seconds(1))
        }
        var ends = ended.makeAsyncIterator()
        #expect(await ends.next() == .seconds(30))
        run.cancel()
        try await run.value
    }
}

/// Runs that end, and leases that are renewed, whatever others do.
@Suite(.timeLimit(.minutes(1)), .computing) struct StoppingTests {
    /// A store whose writes get no answer from some time on.
    private final class SilentStore: WrappingStore {
        let base: any RowStore = InMemoryStore()
        let isSilent = Locked(false)
        let (waiting, waits) = AsyncStream.makeStream(of: Void.self)

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            if isSilent.withLock({ $0 }) {
                waits.yield()
                try await Task.sleep(for: .seconds(1_000_000))
            }
            return try await call()
        }
    }

    @Test func `a run that is cancelled ends soon although the store does not answer`() async throws {
        let store = SilentStore()
        let clock = ManualClock()
        var settings = FleetSettings()
        settings.clock = clock
        let orders = try Fleet<Order>(in: store, settings: settings)
        try await orders.create("a", in: .paid)
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await orders.run { _, _ in
                signal.yield()
                try await Task.sleep(for: .seconds(1_000_000))
                return nil
            }
        }
        for await _ in started { break }
        store.isSilent.withLock { $0 = true }
        run.cancel()
        // The worker tries to return the job.
        for await _ in store.waiting { break }
        let advances = Task {
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
        try await run.value
        advances.cancel()
    }

    @Test func `a history that is followed ends without an error when its search is cancelled`() async throws {
        let store = SilentStore()
        let orders = try Fleet<Order>(in: store)
        try await orders.create("a", in: .paid)
        store.isSilent.withLock { $0 = true }
        let reader = Task {
            for try await entry in orders.follow("a") { throw Unexpected(entry) }
        }
        for await _ in store.waiting { break }
        reader.cancel()
        try await reader.value
    }

    @Test func `leases are renewed by a thread of their own`() async throws {
        let isApart = Locked(true)
        let (renewed, signal) = AsyncStream.makeStream(of: Void.self)
        var settings = FleetSettings()
        settings.lease = .milliseconds(30)
        let orders = try Fleet<Order>(in: InMemoryStore(), settings: settings) { report in
            guard case .renewed(jobs: 1, _) = report else { return }
            // The observer is called by the task that has renewed the lease.
            let hasThread = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
            if !hasThread { isApart.withLock { $0 = false } }
            signal.yield()
        }
        try await orders.create("a", in: .paid)
        let run = Task {
            try await orders.run(workers: 1) { _, _ in
                try await Task.sleep(for: .seconds(1_000_000))
                return nil
            }
        }
        for await _ in renewed { break }
        run.cancel()
        try await run.value
        #expect(isApart.withLock { $0 })
    }

    private static var threadID: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    @Test func `a task on a thread of its own sleeps without another thread, until it is cancelled`() async throws {
        let thread = TaskThread(name: "test")
        defer { thread.close() }
        let threads = Locked<Set<ObjectIdentifier>>([])
        await Task(executorPreference: thread) {
            for _ in 0..<20 {
                await thread.sleep(for: .milliseconds(1))
                threads.withLock { _ = $0.insert(Self.threadID) }
                await Task.yield()
                threads.withLock { _ = $0.insert(Self.threadID) }
            }
        }.value
        #expect(threads.withLock { $0.count } == 1)
        let sleeper = Task(executorPreference: thread) { await thread.sleep(for: .seconds(1_000_000)) }
        sleeper.cancel()
        await sleeper.value
        await Task(executorPreference: thread) {
            withUnsafeCurrentTask { $0?.cancel() }
            await thread.sleep(for: .seconds(1_000_000))
        }.value
    }
}

// MARK: The model

/// The lease of one job between two workers, in steps of time that all clocks count.
private struct LeaseModel<Rule: LeaseRule>: ExploredSystem {
    enum Worker: Hashable {
        case idle
        /// The worker has begun a transaction so many steps ago, and waits for its answer.
        case waiting(age: Int, isCommitted: Bool)
        /// The worker does the work, and believes that its lease lasts for so many more steps.
        case working(left: Int)
    }

    private static var length: Int { 3 }

    /// The steps until the lease in the row is over.
    var left = 0
    var workers = [Worker.idle, .idle]

    static var initialStates: [LeaseModel] { [LeaseModel()] }

    func moves(_ move: inout SystemMoves<LeaseModel>) {
        move("a step of time passes") { $0.passTime() }
        for worker in workers.indices {
            switch workers[worker] {
            case .idle where left <= 0:
                move("worker \(worker) begins to take the job") { system in
                    system.workers[worker] = .waiting(age: 0, isCommitted: false)
                }
            case .waiting(let age, isCommitted: false):
                // The store reads its clock at any time between the beginning and the commit. A
                // lease from a reading before a wait for a lock is shorter.
                for earlier in 0...Rule.longestWait where earlier <= age && left <= 0 {
                    move("worker \(worker) has taken the job \(earlier) steps ago") { system in
                        system.left = Self.length - earlier
                        system.workers[worker] = .waiting(age: age, isCommitted: true)
                    }
                }
                move("worker \(worker) gives up") { $0.workers[worker] = .idle }
            case .waiting(let age, isCommitted: true):
                move("worker \(worker) gets the answer") { system in
                    let left = Rule.isCountedFromAnswer ? Self.length : Self.length - age
                    system.workers[worker] = left > 0 ? .working(left: left) : .idle
                    let count = system.workers.count { if case .working = $0 { true } else { false } }
                    if count > 1 { throw SystemFault("two workers do the job") }
                }
            case .idle, .working: continue
            }
        }
    }

    private mutating func passTime() {
        left = max(0, left - 1)
        for worker in workers.indices {
            switch workers[worker] {
            case .idle: continue
            case .waiting(let age, let isCommitted):
                workers[worker] = .waiting(age: min(age + 1, Self.length), isCommitted: isCommitted)
            case .working(let left):
                // The heartbeat cancels the work. It does not need the store.
                workers[worker] = left > 1 ? .working(left: left - 1) : .idle
            }
        }
    }
}

/// How a worker measures its lease.
private protocol LeaseRule {
    /// Whether the lease begins with the answer, and not with the beginning of the transaction.
    static var isCountedFromAnswer: Bool { get }

    /// The steps between the reading of the store's clock and the commit.
    static var longestWait: Int { get }
}

private enum FromBeginning: LeaseRule {
    static var isCountedFromAnswer: Bool { false }
    static var longestWait: Int { 1 }
}

private enum FromAnswer: LeaseRule {
    static var isCountedFromAnswer: Bool { true }
    static var longestWait: Int { 0 }
}

extension LeaseTests {
    @Test func `two workers never do a job at the same time if each counts from its transaction's beginning`() throws {
        let exploration = try SystemExploration(of: LeaseModel<FromBeginning>.self)
        #expect(exploration.isComplete && exploration.statistics.states > 30)
        #expect(exploration.faults.isEmpty, "\(exploration)")
        // The model notices a worker that counts from the answer.
        #expect(try !SystemExploration(of: LeaseModel<FromAnswer>.self).faults.isEmpty)
    }
}
