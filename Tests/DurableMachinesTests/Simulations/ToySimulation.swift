import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Toys in an SQLite file, with two versions of a program, and what should become of them, all
/// decided by one seed.
///
/// It uses each object more than once within a transaction or a run, lets time pass before it
/// waits, and repeats failures after somebody has retried a job.
struct ToySimulation {
    /// A toy as it should be.
    private struct Expected {
        var state: Toy<LaterShape>
        var shape: Int
        /// The text of the state, if somebody has overwritten it.
        var original: String?
    }

    private struct Refusal: Error {}

    private let file: TemporaryDatabase
    private let former: Fleet<Toy<FormerShape>>
    private let later: Fleet<Toy<LaterShape>>
    private let other: SQLiteConnection
    private let time = StoreTime()
    private let lockTime: LockTime
    private var random: SeededGenerator

    private var toys: [String: Expected] = [:]
    private var formerJobs: [FleetJob<Toy<FormerShape>>] = []
    private var laterJobs: [FleetJob<Toy<LaterShape>>] = []

    /// The failures of each job since its activity was entered or it was retried.
    private var failures: [String: Int] = [:]

    private var retried: Set<String> = []

    /// The jobs that are parked because of a rejected event.
    private var rejected: Set<String> = []

    /// The events with their first outcomes.
    private var outcomes: [String: [String: (event: ToyEvent, isHandled: Bool)]] = [:]
    private var eventCount = 0

    /// The number of what happened, to see that the simulation reaches it.
    private(set) var tally: [String: Int] = [:]

    private static let failureLimit = 3

    /// The time that connections measure while they wait for locks.
    private final class LockTime: Sendable {
        private let state = Locked((time: Duration.zero, looks: 0))

        var looks: Int { state.withLock(\.looks) }

        func look() -> Duration {
            state.withLock { state in
                state.looks += 1
                return state.time
            }
        }

        func advance() { state.withLock { $0.time += .seconds(3_600) } }
    }

    init(seed: UInt64, in file: TemporaryDatabase) throws {
        self.file = file
        random = SeededGenerator(seed: seed)
        let (time, lockTime) = (time, LockTime())
        self.lockTime = lockTime
        func store() throws -> SQLiteStore {
            try SQLiteStore(
                path: file.path,
                waitingForLock: .seconds(60),
                now: { time.now },
                library: SQLiteLibrary.shared,
                elapsed: { lockTime.look() }
            )
        }
        var settings = FleetSettings()
        settings.failureLimit = Self.failureLimit
        settings.random = { 0.5 }
        former = try Fleet(in: try store(), name: "toys", settings: settings)
        later = try Fleet(in: try store(), name: "toys", settings: settings)
        other = try file.connection()
    }

    mutating func run(steps: Int) async throws {
        for name in ["a", "b", "c", "d", "e"] {
            try await former.create(name, in: .idle(rounds: 0))
            toys[name] = Expected(state: .idle(rounds: 0), shape: 1)
        }
        for _ in 0..<steps {
            try await step()
            try await check()
        }
    }

    private mutating func step() async throws {
        // Most events come from the former program, or all toys would soon have the later shape.
        let isLater = Int.random(in: 0..<8, using: &random) == 0
        let worksLater = Bool.random(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2: try await isLater ? transaction(in: later) : transaction(in: former)
        case 3: try await isLater ? send(in: later, locked: false) : send(in: former, locked: false)
        case 4: try await isLater ? send(in: later, locked: true) : send(in: former, locked: true)
        case 5...8: try await worksLater ? take(later, \.laterJobs) : take(former, \.formerJobs)
        case 9...14: try await worksLater ? end(later, \.laterJobs) : end(former, \.formerJobs)
        case 15: try await retry()
        case 16...17: time.advance(by: ([1, 5, 40] as [Double]).randomElement(using: &random) ?? 1)
        default:
            try damage()
            try await list()
        }
    }

    private mutating func count(_ name: String) { tally[name, default: 0] += 1 }

    // MARK: Events

    private mutating func anyToy() -> String { toys.keys.sorted().randomElement(using: &random) ?? "a" }

    /// An event with a new identifier, or the repetition of a former one.
    private mutating func anyEvent(of toy: String) -> (id: String, event: ToyEvent) {
        let known = (outcomes[toy] ?? [:]).sorted { $0.key < $1.key }
        if Int.random(in: 0..<5, using: &random) == 0, let former = known.randomElement(using: &random) {
            return (former.key, former.value.event)
        }
        eventCount += 1
        return ("\(eventCount)", ToyEvent.allCases.randomElement(using: &random) ?? .work)
    }

    /// Handles an event as the fleet should.
    ///
    /// - Returns: Whether it is handled.
    private static func handle(
        _ event: ToyEvent,
        id: String?,
        shape: Int,
        _ toy: inout Expected,
        _ outcomes: inout [String: (event: ToyEvent, isHandled: Bool)]
    ) -> Bool {
        if let id, let former = outcomes[id] { return former.isHandled }
        let isHandled = (try? toy.state.handleEvent(event)) != nil
        if isHandled { toy.shape = shape }
        if let id { outcomes[id] = (event, isHandled) }
        return isHandled
    }

    /// The error that a fleet should throw for a toy; `nil` if it can read the toy.
    private func isReadable(_ toy: String, shape: Int) -> Bool {
        guard let toy = toys[toy] else { return false }
        return toy.original == nil && toy.shape <= shape
    }

    private mutating func transaction<Shape>(in fleet: Fleet<Toy<Shape>>) async throws {
        let toy = anyToy()
        var events: [(id: String, event: ToyEvent)] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) { events.append(anyEvent(of: toy)) }
        let throwsAtEnd = Int.random(in: 0..<6, using: &random) == 0
        guard var expected = toys[toy] else { return }
        var known = outcomes[toy] ?? [:]
        let handled = events.map { Self.handle($0.event, id: $0.id, shape: Shape.number, &expected, &known) }
        do {
            let found = try await fleet.transaction(on: toy) { [events] toy in
                // Without a closure, which cannot borrow the toy.
                var handled: [Bool] = []
                for (id, event) in events { handled.append(try toy.send(event, eventID: id).isHandled) }
                if throwsAtEnd { throw Refusal() }
                return handled
            }
            guard isReadable(toy, shape: Shape.number), found == handled else {
                throw Unexpected("\(toy): \(events) had the outcomes \(found), not \(handled)")
            }
            (toys[toy], outcomes[toy]) = (expected, known)
            count("transactions")
            if handled.count(where: \.self) > 1 { count("transactions with several changes") }
        } catch let error as FleetTransactionError {
            switch error {
            case .thrown(is Refusal) where throwsAtEnd: count("refusals")
            case .fleet(.newerShape), .fleet(.undecodable):
                guard !isReadable(toy, shape: Shape.number) else { throw error }
                count("toys that a program cannot read")
            default: throw error
            }
        }
    }

    /// Sends an event, before or while another process holds the lock of the file.
    private mutating func send<Shape>(in fleet: Fleet<Toy<Shape>>, locked: Bool) async throws {
        let toy = anyToy()
        let (id, event) = anyEvent(of: toy)
        guard var expected = toys[toy] else { return }
        var known = outcomes[toy] ?? [:]
        let isHandled = Self.handle(event, id: id, shape: Shape.number, &expected, &known)
        let waitsTooLong = locked && Bool.random(using: &random)
        if locked {
            // The store has been open for longer than it would wait.
            lockTime.advance()
            try other.beginWriting()
        }
        let (isDone, looks) = (Mark(), lockTime.looks)
        let sending = Task {
            defer { isDone.set() }
            return try await fleet.send(event, to: toy, eventID: id)
        }
        if locked {
            let lockTime = lockTime
            #expect(await eventually { isDone.isSet || lockTime.looks > looks + 3 })
            if waitsTooLong {
                lockTime.advance()
                #expect(await eventually { isDone.isSet })
            }
            other.rollBack()
        }
        do {
            let outcome = try await sending.value
            // A repeated event has its first outcome, even if the program cannot read the state.
            let isKnown = outcomes[toy]?[id] != nil
            let isExpected = outcome.isHandled == isHandled && !waitsTooLong
            guard isExpected, isKnown || isReadable(toy, shape: Shape.number) else {
                throw Unexpected("\(toy): \(event) had the outcome \(outcome)")
            }
            (toys[toy], outcomes[toy]) = (expected, known)
            if locked { count("waits for a lock") }
        } catch let error as FleetError {
            switch error {
            case .store(.busy) where waitsTooLong: count("locks that last too long")
            case .newerShape where !isReadable(toy, shape: Shape.number),
                .undecodable where !isReadable(toy, shape: Shape.number):
                count("toys that a program cannot read")
            default: throw error
            }
        }
    }

    // MARK: Jobs

    private func jobs() async throws -> [JobRecord] {
        let ids = try toys.keys.sorted().map { try MachineID($0) }
        return try await later.read { rows in try ids.flatMap { try rows.jobs(of: $0) } }
    }

    private mutating func take<Shape>(
        _ fleet: Fleet<Toy<Shape>>,
        _ held: WritableKeyPath<ToySimulation, [FleetJob<Toy<Shape>>]>
    ) async throws {
        let limit = Int.random(in: 1...4, using: &random)
        let before = try await jobs()
        let taken = try await fleet.take(limit: limit)
        let after = try await jobs()
        let now = time.now
        try checkLaterJobs(of: Shape.self, before, after)
        noteTakeovers(before, after)
        let rest = after.filter { job in job.shape <= Shape.number && job.nextTake.map { $0 <= now } == true }
        // Nothing is taken beside a suspected job.
        if taken.count < limit, taken.last?.isSuspect != true, let job = rest.first {
            throw Unexpected("a job was not taken: \(job)")
        }
        self[keyPath: held] += taken
        for job in taken {
            count("jobs")
            if job.isSuspect, Bool.random(using: &random) { _ = try await fleet.isolate(job) }
        }
    }

    /// A program leaves the jobs of a later one alone.
    private mutating func checkLaterJobs<Shape: ToyShape>(
        of shape: Shape.Type,
        _ before: [JobRecord],
        _ after: [JobRecord]
    ) throws {
        let now = time.now
        for job in before where job.shape > Shape.number {
            var later = after.first { $0.key == job.key }
            // A former program may end the job before it, and the later one can then begin.
            if let predecessor = job.predecessor, !after.contains(where: { $0.key == predecessor }) {
                later?.predecessor = predecessor
                later?.nextTake = job.nextTake
            }
            guard later == job else { throw Unexpected("a former program has changed the later \(job)") }
            if job.nextTake.map({ $0 <= now }) == true { count("jobs that are left to a later program") }
        }
    }

    /// A lease that ends without a result is a failure if the worker had no other job.
    private mutating func noteTakeovers(_ before: [JobRecord], _ after: [JobRecord], except key: JobRecord.Key? = nil) {
        let now = time.now
        for job in before where job.key != key && job.nextTake.map({ $0 <= now }) == true {
            guard job.state.isHolding, let later = after.first(where: { $0.key == job.key }) else { continue }
            guard later.state != job.state else { continue }
            count("jobs that are taken over")
            guard case .alone = job.state else { continue }
            failures[job.key.name(in: "toys"), default: 0] += 1
            count("deaths of lonely jobs")
        }
    }

    private mutating func end<Shape>(
        _ fleet: Fleet<Toy<Shape>>,
        _ held: WritableKeyPath<ToySimulation, [FleetJob<Toy<Shape>>]>
    ) async throws {
        guard let index = self[keyPath: held].indices.randomElement(using: &random) else { return }
        let job = self[keyPath: held].remove(at: index)
        let before = try await jobs()
        let isHeld = before.contains { $0.key == job.key && $0.state.isHeld(by: job.attempt) }
        let event: ToyEvent? =
            switch job.activity {
            case .work: .didWork
            case .sleep: .wake
            case .log: nil
            }
        // Most attempts fail, so that jobs are parked again and again.
        let end: Fleet<Toy<Shape>>.End =
            switch Int.random(in: 0..<8, using: &random) {
            case 0...4: .failed("on purpose")
            case 5: .released
            case 6: .finished(event)
            default: .finished(event == nil ? nil : ToyEvent.allCases.randomElement(using: &random))
            }
        do {
            let ended = try await endAndTake(job, end, fleet)
            let after = try await jobs()
            if let next = ended.next {
                let row = after.first { $0.key == next.key }
                guard let row, row.shape <= Shape.number else { throw Unexpected("\(next) was taken: \(row as Any)") }
                self[keyPath: held].append(next)
                count("jobs after the end of another")
            }
            noteTakeovers(before, after, except: isHeld ? job.key : nil)
            let outcome = ended.outcome
            guard isHeld else {
                guard outcome?.isHandled != true else { throw Unexpected("\(job) was accepted") }
                return
            }
            switch end {
            case .failed:
                failures[job.id, default: 0] += 1
                count(retried.contains(job.id) ? "failures after a retry" : "failures")
            case .released: break
            case .finished(let event):
                guard let event, var expected = toys[job.machine] else { return }
                var none: [String: (event: ToyEvent, isHandled: Bool)] = [:]
                let isHandled = Self.handle(event, id: nil, shape: Shape.number, &expected, &none)
                guard outcome?.isHandled == isHandled else { throw Unexpected("\(job): \(outcome as Any)") }
                toys[job.machine] = expected
                count("finished jobs")
                guard !isHandled else { return }
                failures[job.id, default: 0] += 1
                rejected.insert(job.id)
                count("rejected results")
            }
        } catch let error as FleetError {
            guard !isReadable(job.machine, shape: Shape.number) else { throw error }
        }
    }

    /// Ends a job, and often takes the next one in the same transaction.
    private mutating func endAndTake<Shape>(
        _ job: FleetJob<Toy<Shape>>,
        _ end: Fleet<Toy<Shape>>.End,
        _ fleet: Fleet<Toy<Shape>>
    ) async throws -> Fleet<Toy<Shape>>.Ended {
        let place: NextJob<Toy<Shape>>.Place? = [nil, .sameMachine, .allMachines].randomElement(using: &random) ?? nil
        return try await fleet.end(job, end, next: place.map { NextJob(place: $0) { [] } })
    }

    private mutating func retry() async throws {
        guard let job = try await later.parkedJobs().randomElement(using: &random) else { return }
        try await later.retry(job)
        failures[job.id] = 0
        rejected.remove(job.id)
        retried.insert(job.id)
        count("retries")
    }

    // MARK: Lists

    /// Overwrites the state of a toy, or restores one.
    private mutating func damage() throws {
        let toy = anyToy()
        let text = toys[toy]?.original
        if text == nil, toys.values.count(where: { $0.original != nil }) >= 3 { return }
        let found = try other.rows("SELECT state FROM toys_machines WHERE id = ?1", [.text(toy)]) { $0.text(0) }
        try other.run("UPDATE toys_machines SET state = ?2 WHERE id = ?1", [.text(toy), .text(text ?? "[]")])
        toys[toy]?.original = text == nil ? found.first : nil
    }

    /// Reads the toys in pages, which are shorter than their limit only at the end.
    private mutating func list() async throws {
        let limit = Int.random(in: 1...3, using: &random)
        let name: String? = ["idle", "working", "resting", nil].randomElement(using: &random) ?? nil
        let names = toys.keys.filter { toy in
            toys[toy]?.original == nil && (name == nil || toys[toy].map { Toy<LaterShape>.name(of: $0.state) } == name)
        }
        var found: [String] = []
        while true {
            let page = try await later.machines(inState: name, after: found.last, limit: limit)
            found += page.map(\.id)
            if page.count < limit { break }
        }
        guard found == names.sorted() else { throw Unexpected("the pages contain \(found), not \(names.sorted())") }
        if toys.values.contains(where: { $0.original != nil }) { count("lists with damaged toys") }
    }

    // MARK: The whole

    private func check() async throws {
        let ids = try toys.keys.sorted().map { try MachineID($0) }
        let records = try await later.read { rows in try ids.map { try rows.machine($0) } }
        let jobs = try await jobs()
        for (id, record) in zip(ids, records) {
            guard let record, let toy = toys[id.text] else { throw Unexpected("\(id) is missing") }
            guard record.shape == toy.shape else { throw Unexpected("\(id) has shape \(record.shape)") }
            guard toy.original == nil else { continue }
            let state = try StoredMachine<Toy<LaterShape>>.decodeState(record.state ?? Data(), of: record)
            guard state == toy.state, record.name == Toy<LaterShape>.name(of: state) else {
                throw Unexpected("\(id) is \(state) with the name \(record.name), and should be \(toy.state)")
            }
            let current = jobs.filter { $0.key.machine == id && !$0.isExited }
            let activities = try current.map { try JSON.decode(Toy<LaterShape>.Activity.self, from: $0.activity) }
            guard activities.count == state.activities.count, Set(activities) == Set(state.activities) else {
                throw Unexpected("\(id) is \(state) and has the jobs \(current)")
            }
        }
        for job in jobs where !job.isExited {
            let name = job.key.name(in: "toys")
            let expected = failures[name] ?? 0
            let isParked = if case .parked = job.state { true } else { false }
            guard job.failures == expected, isParked == (expected >= Self.failureLimit || rejected.contains(name))
            else {
                throw Unexpected("\(job) should have \(expected) failures")
            }
        }
    }
}

extension JobRecord {
    fileprivate var isExited: Bool { if case .exited = state { true } else { false } }
}

extension JobState {
    fileprivate var isHolding: Bool {
        switch self {
        case .held, .alone: true
        case .waiting, .exited, .done, .parked, .deleted: false
        }
    }
}
