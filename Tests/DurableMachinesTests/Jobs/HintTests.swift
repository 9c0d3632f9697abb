import ExploredSystems
import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// Hints that a job is due, which can be lost, late or doubled.
@Suite(.timeLimit(.minutes(1)), .computing) struct HintTests {
    /// A store that hands hints to runs when a test says so.
    private final class HintedStore: WrappingStore {
        let store = InMemoryStore()
        var base: any RowStore { store }

        /// The machines whose jobs have begun.
        let begun = Locked<[String]>([])

        private let receivers = Locked<[Int: @Sendable () -> Void]>([:])

        func hint() {
            for receive in receivers.withLock({ $0.values.map(\.self) }) { receive() }
        }

        func withHints<Result: Sendable>(
            of fleet: String,
            _ receive: @escaping @Sendable () -> Void,
            _ body: () async -> Result
        ) async -> Result {
            let id = receivers.withLock { receivers in
                receivers[receivers.count] = receive
                return receivers.count - 1
            }
            let result = await body()
            receivers.withLock { $0[id] = {} }
            return result
        }
    }

    @Test func `no job is forgotten, and none is done twice, whatever happens to the hints`() async throws {
        for seed in 1...UInt64(ProcessEnvironment.runs(20)) {
            var random = SeededGenerator(seed: seed)
            let (clock, store) = (ManualClock(), HintedStore())
            var settings = FleetSettings()
            settings.clock = clock
            // The fleet of another process, whose signals do not reach the runs.
            let sender = try Fleet<Order>(in: store.store)
            let runs = try (0..<2).map { _ in
                let orders = try Fleet<Order>(in: store, settings: settings)
                return Task {
                    try await orders.run(workers: 2) { job, _ in
                        store.begun.withLock { $0.append(job.machine) }
                        return nil
                    }
                }
            }
            var late = 0
            for number in 0..<20 {
                try await sender.create("\(number)", in: .paid)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: break
                case 1: store.hint()
                case 2:
                    store.hint()
                    store.hint()
                default: late += 1
                }
                if late > 0, Bool.random(using: &random) {
                    late -= 1
                    store.hint()
                }
                if Int.random(in: 0..<5, using: &random) == 0 { clock.advance(by: .milliseconds(500)) }
                for _ in 0..<Int.random(in: 0..<5, using: &random) { await Task.yield() }
            }
            // A lost hint costs one search.
            let areAllDone = await eventually {
                clock.advance(by: .milliseconds(500))
                return store.begun.withLock { $0.count } >= 20
            }
            try #require(areAllDone, "seed \(seed)")
            // From here on, time stands still, so only the hint lets the job begin.
            try await sender.create("last", in: .paid)
            store.hint()
            #expect(await eventually { store.begun.withLock { $0.contains("last") } })
            for run in runs {
                run.cancel()
                try await run.value
            }
            let machines = store.begun.withLock { $0 }
            #expect(Set(machines).count == 21 && machines.count == 21, "seed \(seed): \(machines)")
        }
    }

    // MARK: The model

    /// A sender that commits two jobs, its hints, and a worker that waits for them.
    private struct HintModel<Rule: HintRule>: ExploredSystem {
        enum Sender: Hashable {
            case idle
            /// Whether a hint follows the commit, if that is decided before it.
            case committing(sends: Bool?)
            case deciding
        }

        enum Worker: Hashable {
            case searching
            /// The worker has searched, and begins to wait if there was no signal since then.
            case searched(signals: Int)
            case waiting
        }

        var sender = Sender.idle
        var jobsLeft = 2
        /// Whether the pause after a hint is over.
        var mayHint = true
        /// The jobs that are committed and that no worker has taken.
        var waitingJobs = 0
        /// The hints that are on their way.
        var hints = 0
        var hasEcho = false
        var isLost = false
        var signals = 0
        var worker = Worker.searching

        static var initialStates: [HintModel] { [HintModel()] }

        /// Whether everything has happened that happens without a poll.
        var isQuiet: Bool {
            worker == .waiting && sender == .idle && jobsLeft == 0 && hints == 0 && !hasEcho
        }

        func moves(_ move: inout SystemMoves<HintModel>) {
            switch sender {
            case .idle where jobsLeft > 0:
                move("the sender begins to commit") { system in
                    system.jobsLeft -= 1
                    system.sender = .committing(sends: Rule.isDecidedBeforeCommit ? system.mayHint : nil)
                    if Rule.isDecidedBeforeCommit { system.mayHint = false }
                }
            case .committing(let sends):
                move("the job is committed") { system in
                    system.waitingJobs += 1
                    system.sender = sends == nil ? .deciding : .idle
                    if sends == true { system.hints += 1 }
                }
            case .deciding:
                move("the sender sends a hint, unless it has just done so") { system in
                    system.sender = .idle
                    guard system.mayHint else { return }
                    system.mayHint = false
                    system.hints += 1
                }
            case .idle: break
            }
            if !mayHint { move("the pause after a hint is over") { $0.mayHint = true } }
            if hints > 0 {
                move("a hint arrives") { system in
                    system.hints -= 1
                    system.arrive()
                }
                move("a hint arrives twice") { system in
                    system.hints -= 1
                    system.arrive()
                    system.arrive()
                }
                move("a hint is lost") { system in
                    system.hints -= 1
                    system.isLost = true
                }
            }
            // The echo comes later than the end of the pause.
            if hasEcho, mayHint || !Rule.isEchoAfterPause {
                move("the worker is woken once more") { system in
                    system.hasEcho = false
                    system.signal()
                }
            }
            switch worker {
            case .searching:
                move("the worker searches") { system in
                    // It takes the signals before the search.
                    system.worker = .searched(signals: system.signals)
                    system.waitingJobs = 0
                }
            case .searched(let known):
                move("the worker begins to wait") { system in
                    system.worker = system.signals == known ? .waiting : .searching
                }
            case .waiting:
                move("the poll interval is over") { $0.worker = .searching }
            }
        }

        private mutating func arrive() {
            hasEcho = Rule.hasEcho
            signal()
        }

        private mutating func signal() {
            signals += 1
            if worker == .waiting { worker = .searching }
        }
    }

    @Test func `without a lost hint, no job waits for a poll, and with one, a poll finds it`() throws {
        let exploration = try SystemExploration(of: HintModel<SendAfterCommit>.self)
        #expect(exploration.isComplete && exploration.statistics.states > 100)
        let found = exploration.check(
            .alwaysPossible("no job waits") { state in
                state.system.waitingJobs == 0 && state.system.jobsLeft == 0 && state.system.sender == .idle
            }
        )
        #expect(found.holds, "\(found)")
        #expect(try Self.isNeverForgotten(SendAfterCommit.self))
        #expect(try !Self.isNeverForgotten(DecideBeforeCommit.self))
        #expect(try !Self.isNeverForgotten(NoEcho.self))
        #expect(try !Self.isNeverForgotten(EarlyEcho.self))
    }

    private static func isNeverForgotten<Rule: HintRule>(_ rule: Rule.Type) throws -> Bool {
        try SystemExploration(of: HintModel<Rule>.self).check(
            .always("no job waits for a poll") { state in
                state.system.isLost || !state.system.isQuiet || state.system.waitingJobs == 0
            }
        ).holds
    }
}

/// How hints are sent and received.
private protocol HintRule: SendableMetatype {
    /// Whether it is decided before the commit that there is no hint.
    static var isDecidedBeforeCommit: Bool { get }

    /// Whether a receiver wakes its worker once more.
    static var hasEcho: Bool { get }

    /// Whether it does so only after the end of the sender's pause.
    static var isEchoAfterPause: Bool { get }
}

extension HintRule {
    static var isDecidedBeforeCommit: Bool { false }
    static var hasEcho: Bool { true }
    static var isEchoAfterPause: Bool { true }
}

private enum SendAfterCommit: HintRule {}

private enum DecideBeforeCommit: HintRule {
    static var isDecidedBeforeCommit: Bool { true }
}

private enum NoEcho: HintRule {
    static var hasEcho: Bool { false }
}

private enum EarlyEcho: HintRule {
    static var isEchoAfterPause: Bool { false }
}

/// Hints between the processes of a server, here between stores.
///
/// The poll interval is longer than the time limit, so a job begins only after a hint.
@Suite(.timeLimit(.minutes(2)), .outside, .withServer) struct PostgreSQLHintTests {
    private let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema)

    private static var settings: FleetSettings {
        var settings = FleetSettings()
        settings.pollInterval = .seconds(10_000)
        return settings
    }

    /// Calls a closure with the fleet of a process and with the machines whose jobs have begun in
    /// another one.
    private func withRun(
        _ limits: PostgreSQLLimits = PostgreSQLLimits(),
        _ body: (Fleet<Order>, inout AsyncStream<String>.AsyncIterator) async throws -> Void
    ) async throws {
        func store() throws -> PostgreSQLStore {
            let library = PostgreSQLLibrary.shared
            return try PostgreSQLStore(place, connections: 2, limits: limits, now: nil, library: library)
        }
        let (sender, receiver) = (try store(), try store())
        let (begun, signal) = AsyncStream.makeStream(of: String.self)
        let run = Task {
            try await Fleet<Order>(in: receiver, name: "orders", settings: Self.settings).run(workers: 20) { job, _ in
                signal.yield(job.machine)
                // The end of the work would let the run look for jobs.
                try await Task.sleep(for: .seconds(10_000))
                return nil
            }
        }
        var begins = begun.makeAsyncIterator()
        try await body(try Fleet<Order>(in: sender, name: "orders", settings: Self.settings), &begins)
        run.cancel()
        try await run.value
        await sender.close()
        await receiver.close()
    }

    /// The number of sessions that receive the hints of this test, which are ended if a test says
    /// so.
    private func listeners(ending: Bool = false) async throws -> Int {
        let count = Locked(0)
        try await onConnection(to: place) { other in
            try other.run(
                """
                SELECT \(ending ? "pg_terminate_backend(pid)" : "true") FROM pg_stat_activity
                WHERE query = 'LISTEN ' || \(PostgreSQLConnection.channel)
                """,
                [.text(place.schema ?? "")]
            ) { result in
                let rows = result.rows.count
                count.withLock { $0 = rows }
            }
            try other.synchronize()
        }
        return count.withLock { $0 }
    }

    @Test func `a job begins in another process without a poll`() async throws {
        try await withRun { orders, begins in
            for number in 0..<5 {
                try await orders.create("\(number)", in: .paid)
                #expect(await begins.next() == "\(number)")
            }
        }
        #expect(try await asking { try await listeners() == 0 })
    }

    @Test func `a job begins without a poll although it has no hint of its own`() async throws {
        var limits = PostgreSQLLimits()
        limits.hints = .milliseconds(200)
        try await withRun(limits) { orders, begins in
            for number in 0..<10 {
                try await orders.create("\(number)", in: .paid)
                #expect(await begins.next() == "\(number)")
            }
        }
    }

    @Test func `a receiver whose connection is lost connects again, and misses nothing`() async throws {
        try await withRun { orders, begins in
            for number in 0..<3 {
                try await orders.create("\(number)", in: .paid)
                #expect(await begins.next() == "\(number)")
                #expect(try await asking { try await listeners() == 1 })
                #expect(try await listeners(ending: true) == 1)
            }
        }
    }

    @Test func `an event of the caller's own transaction has a hint after the commit`() async throws {
        try await withRun { orders, begins in
            try await orders.create("first", in: .paid)
            #expect(await begins.next() == "first")
            try await onConnection(to: place) { connection in
                for sql in ["BEGIN", "COMMIT"] {
                    if sql == "COMMIT" { _ = try orders.create("second", in: .paid, using: connection) }
                    try connection.run(sql)
                    try connection.synchronize()
                }
            }
            orders.wakeWorkers()
            #expect(await begins.next() == "second")
        }
    }

    @Test func `a store without hints neither sends nor receives them`() async throws {
        let quiet = try PostgreSQLStore(place.options, schema: place.schema, connections: 2, hints: false)
        try await Fleet<Order>(in: quiet, name: "orders").create("a", in: .paid)
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            try await Fleet<Order>(in: quiet, name: "orders", settings: Self.settings).run { _, _ in
                signal.yield()
                return nil
            }
        }
        for await _ in begun { break }
        #expect(try await listeners() == 0)
        #expect(quiet.hints.lastHint(to: "orders") == nil)
        run.cancel()
        try await run.value
        await quiet.close()
    }

    @Test func `only a commit that makes a job due is followed by a hint`() async throws {
        let store = try PostgreSQLStore(place.options, schema: place.schema, connections: 1)
        let orders = try Fleet<Order>(in: store, name: "orders")
        func hasSent(_ work: () async throws -> Void) async throws -> Bool {
            // Otherwise, the pause after the last hint would decide.
            try await Task.sleep(for: PostgreSQLLimits().hints)
            let before = store.hints.lastHint(to: "orders")
            try await work()
            // The only connection sends a hint before it has time for this.
            _ = try await orders.counts()
            return store.hints.lastHint(to: "orders") != before
        }
        #expect(try await !hasSent { try await orders.create("a", in: .placed(reminders: 0)) })
        #expect(try await hasSent { try await orders.send(.pay(card: "1"), to: "a", eventID: "1") })
        #expect(try await !hasSent { try await orders.send(.progress(1), to: "a", eventID: "2") })
        let jobs = try await orders.take(limit: 1)
        #expect(try await !hasSent { _ = try await orders.take(limit: 1) })
        #expect(try await hasSent { _ = try await orders.end(jobs[0], .released) })
        await store.close()
    }
}
