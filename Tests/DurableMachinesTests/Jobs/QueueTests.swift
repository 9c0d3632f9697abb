import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@testable import DurableMachines

/// Which worker takes which job: queues, head starts, limits and pauses.
@Suite(.timeLimit(.minutes(2)), .computing) struct QueueTests {
    private let time = StoreTime()

    private func fleet(_ kind: StoreKind) throws -> Fleet<Errand> {
        let time = time
        return try Fleet(in: kind.make { time.now })
    }

    /// Creates machines, one after the other, whose names begin with their queues.
    private func create(_ names: [String], in errands: Fleet<Errand>) async throws {
        for name in names {
            let state: Errand =
                name.hasPrefix("mail") ? .mailing : .charging(customer: String(name.prefix { $0 != "-" }))
            try await errands.create(name, in: state)
            time.advance(by: 1)
        }
    }

    private func machines(_ errands: Fleet<Errand>, limit: Int, queues: Set<String>? = nil) async throws -> [String] {
        let order = try await errands.read { rows in JobOrder(try rows.queueStates(), in: queues) }
        return try await errands.takeJobs(limit: limit, held: [], order: order).jobs.map(\.machine)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job is in the queue of its activity, or in the one that the definition chooses`(kind: StoreKind)
        async throws
    {
        let errands = try fleet(kind)
        try await create(["mail-1", "small-1", "large-1"], in: errands)
        #expect(try await errands.queues().map(\.name) == ["charging", "large", "mailing"])
        let jobs = try await errands.take(limit: 9)
        #expect(jobs.map(\.queue) == ["mailing", "charging", "large"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the job that has waited longest is taken first, whatever its queue`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        let names = ["mail-1", "small-1", "mail-2", "large-1", "small-2", "mail-3"]
        try await create(names, in: errands)
        var taken: [String] = []
        for _ in names { taken += try await machines(errands, limit: 1) }
        #expect(taken == names)
        #expect(try await machines(errands, limit: 1).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a head start overtakes what has waited up to this time longer`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(headStart: .seconds(10)), of: "charging")
        // The charge comes 15 seconds after the first mail and 5 seconds after the last one.
        try await create((1...11).map { "mail-\($0)" }, in: errands)
        time.advance(by: 4)
        try await create(["small-1"], in: errands)
        var taken: [String] = []
        for _ in 0..<12 { taken += try await machines(errands, limit: 1) }
        #expect(taken.firstIndex(of: "small-1") == 5, "\(taken)")
        #expect(taken.filter { $0 != "small-1" } == (1...11).map { "mail-\($0)" })
    }

    @Test(arguments: StoreKind.allCases)
    func `a run takes only the jobs of its queues`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["mail-1", "small-1", "large-1"], in: errands)
        let done = ReportJournal()
        func work(_ queues: Set<String>) async throws -> [String] {
            let names = Locked<[String]>([])
            try await errands.run(workers: 1, queues: queues, until: .idle) { job, _ in
                names.withLock { $0.append(job.machine) }
                return .done
            }
            return names.withLock { $0 }
        }
        #expect(try await work(["large", "unknown"]) == ["large-1"])
        #expect(try await work([]) == [])
        #expect(try await work(["mailing", "charging"]) == ["mail-1", "small-1"])
        #expect(done.texts.isEmpty)
    }

    // MARK: Limits

    @Test(arguments: StoreKind.allCases)
    func `no more jobs of a queue are held than its limit, and the others do not wait`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(jobs: 2), of: "charging")
        try await create((1...4).map { "small-\($0)" } + ["mail-1"], in: errands)
        let first = try await errands.take(limit: 3)
        #expect(first.map(\.machine) == ["small-1", "small-2", "mail-1"])
        #expect(try await machines(errands, limit: 9).isEmpty)

        // The end of a job makes room for the next one, in the same transaction.
        let ended = try await errands.end(first[0], .finished(.done), takingNextBeside: [])
        #expect(ended.next?.machine == "small-3")
        #expect(try await machines(errands, limit: 9).isEmpty)
        // The end of a job of another queue does not.
        #expect(try await errands.end(first[2], .finished(.done), takingNextBeside: []).next == nil)

        // A failed job waits, and makes room as well.
        _ = try await errands.end(first[1], .failed("no answer"))
        #expect(try await machines(errands, limit: 9) == ["small-4"])
        #expect(try await errands.queues().first { $0.name == "charging" }?.held == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job whose worker has died is taken over although its queue is full`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(jobs: 1), of: "charging")
        try await create(["small-1", "small-2"], in: errands)
        #expect(try await machines(errands, limit: 9) == ["small-1"])
        time.advance(by: 100)
        // The second one has waited longer than the end of the first one's lease.
        #expect(try await machines(errands, limit: 9) == ["small-2"])
        #expect(try await machines(errands, limit: 9).isEmpty)
        time.advance(by: 100)
        #expect(try await machines(errands, limit: 9) == ["small-1"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a worker whose lease is over has no place to give to the next job`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(jobs: 1), of: "charging")
        try await create(["small-1", "small-2", "small-3"], in: errands)
        let late = try #require(try await errands.take(limit: 1).first)
        time.advance(by: 100)
        #expect(try await machines(errands, limit: 9) == ["small-2"])
        #expect(try await errands.end(late, .finished(.done), takingNextBeside: []).next == nil)
        // The same after another worker has taken it over.
        time.advance(by: 100)
        let former = try #require(try await errands.take(limit: 1).first)
        time.advance(by: 100)
        #expect(try await errands.take(limit: 9).count == 1)
        #expect(try await errands.end(former, .finished(.done), takingNextBeside: []).next == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `jobs that workers have when a limit is set count for it`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create((1...5).map { "small-\($0)" }, in: errands)
        let jobs = try await errands.take(limit: 3)
        try await errands.setLimits(QueueLimits(jobs: 2), of: "charging")
        #expect(try await machines(errands, limit: 9).isEmpty)
        // The place of a job beyond the limit is not given to the next one.
        #expect(try await errands.end(jobs[0], .finished(.done), takingNextBeside: []).next == nil)
        #expect(try await machines(errands, limit: 9).isEmpty)
        _ = try await errands.end(jobs[1], .finished(.done))
        #expect(try await machines(errands, limit: 9) == ["small-4"])
        try await errands.setLimits(QueueLimits(), of: "charging")
        #expect(try await machines(errands, limit: 9) == ["small-5"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the beginnings of a queue are spread evenly`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(starts: 4, per: .seconds(2)), of: "charging")
        try await create((1...4).map { "small-\($0)" } + ["mail-1"], in: errands)
        #expect(try await machines(errands, limit: 9) == ["small-1", "mail-1"])
        var counts: [Int] = []
        for _ in 0..<7 {
            time.advance(by: 0.25)
            counts.append(try await machines(errands, limit: 9).count)
        }
        #expect(counts == [0, 1, 0, 1, 0, 1, 0])
    }

    @Test(arguments: StoreKind.allCases)
    func `many beginnings in a second can be together`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(starts: 100), of: "charging")
        try await create((1...99).map { "small-\($0)" }, in: errands)
        // Fifty milliseconds are five beginnings, and so is each later time of that length.
        #expect(try await machines(errands, limit: 99).count == 5)
        var count = 0
        for _ in 0..<10 {
            time.advance(by: 0.05)
            count += try await machines(errands, limit: 99).count
        }
        #expect((49...50).contains(count))
        time.advance(by: 1_000)
        #expect(try await machines(errands, limit: 99).count == 5)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that is taken at the end of another one does not avoid the limit of beginnings`(
        kind: StoreKind
    ) async throws {
        let errands = try fleet(kind)
        try await errands.setLimits(QueueLimits(starts: 1, per: .seconds(60)), of: "charging")
        try await create(["small-1", "small-2"], in: errands)
        let first = try #require(try await errands.take(limit: 1).first)
        for place in [NextJob<Errand>.Place.allMachines, .sameMachine] {
            #expect(try await errands.end(first, .finished(.done), takingNextBeside: [], of: place).next == nil)
        }
        time.advance(by: 61)
        #expect(try await machines(errands, limit: 9) == ["small-2"])
    }

    @Test func `a run until no job is left waits for the limit of beginnings`() async throws {
        let errands = try Fleet<Errand>(in: InMemoryStore())
        try await errands.setLimits(QueueLimits(starts: 100), of: "mailing")
        for number in 0..<9 { try await errands.create("mail-\(number)", in: .mailing) }
        try await errands.run(until: .idle) { _, _ in .done }
        #expect(try await errands.counts() == ["finished": 9])
    }

    @Test(arguments: StoreKind.allCases)
    func `limits that are kept are not overwritten`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        let limits = QueueLimits(jobs: 3, starts: 5, per: .seconds(60), headStart: .milliseconds(1_500))
        try await errands.setLimits(limits, of: "charging", keepsExisting: true)
        try await errands.setLimits(QueueLimits(jobs: 9), of: "charging", keepsExisting: true)
        #expect(try await errands.queues().map(\.limits) == [limits])
        try await errands.setLimits(QueueLimits(), of: "charging")
        #expect(try await errands.queues().isEmpty)
    }

    // MARK: Pauses

    @Test(arguments: StoreKind.allCases)
    func `a paused part has its events, and its jobs wait`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["small-1", "mail-1", "small-2"], in: errands)
        try await errands.pause(.queue("charging"), reason: "the bank | is <closed>")
        time.advance(by: 1)
        try await errands.pause(.machine("mail-1"))
        try await errands.pause(.machine("mail-1"), reason: "too late")
        #expect(try await machines(errands, limit: 9).isEmpty)
        #expect(try await errands.pauses().map(\.part) == [.queue("charging"), .machine("mail-1")])
        #expect(try await errands.pauses().map(\.reason) == ["the bank | is <closed>", nil])
        // Others of the queue are taken.
        try await create(["mail-2"], in: errands)
        #expect(try await machines(errands, limit: 1) == ["mail-2"])
        #expect(try await errands.send(.done, to: "small-1", eventID: "1").isHandled)
        try await errands.resume(.queue("charging"))
        #expect(try await machines(errands, limit: 9) == ["small-2"])
        try await errands.resume(.machine("mail-1"))
        #expect(try await machines(errands, limit: 9) == ["mail-1"])
        #expect(try await errands.pauses().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing of a paused fleet is taken, not even at the end of a job`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["small-1", "small-2"], in: errands)
        let first = try #require(try await errands.take(limit: 1).first)
        try await errands.pause()
        #expect(try await errands.end(first, .finished(.done), takingNextBeside: []).next == nil)
        #expect(try await machines(errands, limit: 9).isEmpty)
        try await errands.run(until: .idle) { _, _ in .done }
        #expect(try await errands.counts() == ["charging": 1, "finished": 1])
        try await errands.resume()
        #expect(try await machines(errands, limit: 9) == ["small-2"])
    }

    @Test func `workers that are always busy notice a pause and a queue that is new`() async throws {
        var settings = FleetSettings()
        settings.pollInterval = .milliseconds(1)
        let errands = try Fleet<Errand>(in: InMemoryStore(), settings: settings)
        for number in 0..<300 { try await errands.create("small-\(number)", in: .charging(customer: "small")) }
        let done = Locked<[String]>([])
        try await errands.run(workers: 1, until: .idle) { job, _ in
            let count = done.withLock { done in
                done.append(job.machine)
                return done.count
            }
            if count == 100 {
                try await errands.setLimits(QueueLimits(headStart: .seconds(3_600)), of: "mailing")
                try await errands.create("mail", in: .mailing)
                try await errands.pause(.machine("small-299"))
            }
            try await Task.sleep(for: .milliseconds(2))
            return .done
        }
        // The order is read again after each interval, which is shorter than a job.
        #expect(done.withLock { $0.firstIndex(of: "mail") }.map { (100...103).contains($0) } == true)
        #expect(done.withLock { $0.count } == 300 && !done.withLock { $0.contains("small-299") })
    }

    @Test func `a fleet is drained when no worker has a job`() async throws {
        let clock = ManualClock()
        var settings = FleetSettings()
        settings.clock = clock
        let errands = try Fleet<Errand>(in: InMemoryStore(), settings: settings)
        try await errands.create("small-1", in: .charging(customer: "small"))
        try await errands.create("mail-1", in: .mailing)
        let jobs = try await errands.take(limit: 1)
        let isDrained = Locked(false)
        let drain = Task {
            try await errands.drain(reason: "a move")
            isDrained.withLock { $0 = true }
        }
        try await clock.waitForSleepers(1)
        clock.advance(by: settings.pollInterval)
        try await clock.waitForSleepers(1)
        #expect(!isDrained.withLock { $0 })
        _ = try await errands.end(jobs[0], .finished(.done))
        clock.advance(by: settings.pollInterval)
        try await drain.value
        #expect(try await errands.pauses().map(\.reason) == ["a move"])
        // Nothing is held, but workers may not know of the pause yet.
        let other = Task { try await errands.drain(.queue("charging")) }
        try await clock.waitForSleepers(1)
        clock.advance(by: settings.pollInterval)
        try await other.value
    }

    // MARK: Machines with several jobs

    @Test(arguments: StoreKind.allCases)
    func `the jobs of one machine keep to the limits of their queue`(kind: StoreKind) async throws {
        let time = time
        let batches = try Fleet<Batch>(in: kind.make { time.now })
        try await batches.create("a", in: .open(count: 5))
        try await batches.setLimits(QueueLimits(jobs: 2), of: "part")
        #expect(try await batches.take(limit: 8).count == 2)
        #expect(try await batches.take(limit: 8).isEmpty)
        try await batches.setLimits(QueueLimits(starts: 1, per: .seconds(60)), of: "part")
        #expect(try await batches.take(limit: 8).count == 1)
        #expect(try await batches.take(limit: 8).isEmpty)
        time.advance(by: 61)
        #expect(try await batches.take(limit: 8).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that nobody may take does not let its queue come first`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["mail-0"], in: errands)
        try await errands.pause(.machine("mail-0"))
        try await create(["small-1", "mail-1", "small-2", "mail-2"], in: errands)
        var taken: [String] = []
        for _ in 0..<4 { taken += try await machines(errands, limit: 1) }
        #expect(taken == ["small-1", "mail-1", "small-2", "mail-2"])
    }

    @Test(arguments: [false, true])
    func `a run waits for the limit of beginnings, even beside a paused machine`(isPaused: Bool) async throws {
        let errands = try Fleet<Errand>(in: InMemoryStore())
        try await errands.create("other", in: .charging(customer: "small"))
        if isPaused { try await errands.pause(.machine("other")) }
        try await errands.setLimits(QueueLimits(starts: 50), of: "mailing")
        for number in 0..<6 { try await errands.create("mail-\(number)", in: .mailing) }
        try await errands.run(until: .idle) { _, _ in .done }
        #expect(try await errands.counts()["finished"] == (isPaused ? 6 : 7))
    }

    @Test func `an order that was read earlier does not replace a later one`() throws {
        let order = KnownOrder()
        let first = order.read(JobOrder())
        var states = QueueStates()
        var pause = ControlRecord(.fleet)
        pause.pausedSince = Date(timeIntervalSince1970: 0)
        states.controls = [pause]
        states.nextTakes = ["a": Date(timeIntervalSince1970: 0)]
        let second = order.read(JobOrder(states, in: nil))
        var other = QueueStates()
        other.nextTakes = states.nextTakes
        order.change(to: JobOrder(other, in: nil), from: first)
        let job = try job(of: "a")
        #expect(order.beforeEnd(of: job).order.first(at: .distantFuture) == nil)
        order.change(to: JobOrder(other, in: nil), from: second)
        #expect(order.beforeEnd(of: job).order.first(at: .distantFuture)?.name == "a")
    }

    private func job(of queue: String) throws -> FleetJob<Errand> {
        let key = JobRecord.Key(machine: try MachineID("m"), version: 0, ordinal: 0)
        let record = JobRecord(key: key, activity: Data(), shape: 1, due: .distantPast, nextTake: nil, queue: queue)
        let labels = FleetReport.Job(record, activity: queue, state: "", in: "errands")
        return FleetJob(activity: .mailing, key: key, labels: labels, isLimited: false, isSuspect: false)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that was taken without its limit counts after its lease is renewed`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["small-1", "small-2"], in: errands)
        let early = try await errands.read { rows in JobOrder(try rows.queueStates(), in: nil) }
        try await errands.setLimits(QueueLimits(jobs: 1), of: "charging")
        let job = try #require(try await errands.takeJobs(limit: 1, held: [], order: early).jobs.first)
        _ = try await errands.renewLeases(of: [job], limited: ["charging"], within: .seconds(10))
        #expect(try await machines(errands, limit: 9).isEmpty)
    }

    // MARK: Values at the edge

    @Test(arguments: StoreKind.allCases)
    func `limits that are out of bounds are brought into them`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        var limits = QueueLimits(starts: .max, headStart: .seconds(Int64.max))
        (limits.period, limits.jobs) = (.zero, -1)
        try await errands.setLimits(limits, of: "mailing")
        try await create(["mail-1", "mail-2"], in: errands)
        #expect(try await machines(errands, limit: 9) == ["mail-1"])
        let stored = try #require(try await errands.queues().first?.limits)
        #expect(stored.jobs == 1 && stored.period == .milliseconds(1) && stored.headStart == .seconds(864_000_000))
    }

    @Test(arguments: StoreKind.allCases)
    func `names of queues are compared as they are stored`(kind: StoreKind) async throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let long = String(repeating: "x", count: 120)
        let time = time
        let named = try Fleet<Named>(in: kind.make { time.now })
        for (index, queue) in [composed, decomposed, long, "zero\0"].enumerated() {
            try await named.create("m\(index)", in: .open(queue: queue))
        }
        #expect(try await named.queues().count == 3)
        try await named.setLimits(QueueLimits(jobs: 1), of: long)
        try await named.pause(.queue(decomposed))
        #expect(try await named.take(limit: 9).map(\.machine).sorted() == ["m2", "m3"])
        try await named.resume(.queue(composed))
        let order = try await named.read { rows in JobOrder(try rows.queueStates(), in: [QueueName.stored(decomposed)])
        }
        #expect(try await named.takeJobs(limit: 9, held: [], order: order).jobs.map(\.machine) == ["m0", "m1"])
    }

    @Test(.withServer) func `pauses and limits that are set at the same time are both kept`() async throws {
        let errands = try Fleet<Errand>(in: StoreKind.postgreSQL.make())
        for number in 0..<30 {
            let queue = "queue-\(number)"
            async let pause: Void = errands.pause(.queue(queue))
            async let limit: Void = errands.setLimits(QueueLimits(jobs: 3), of: queue)
            _ = try await (pause, limit)
        }
        #expect(try await errands.queues().allSatisfy { $0.pause != nil && $0.limits.jobs == 3 })
    }

    @Test(arguments: StoreKind.allCases)
    func `the oldest due job can be one whose worker has died`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["mail-1"], in: errands)
        _ = try await errands.take(limit: 1)
        time.advance(by: 3_600)
        try await create(["mail-2"], in: errands)
        time.advance(by: 60)
        let queue = try #require(try await errands.queues().first)
        #expect(queue.due == 2 && queue.oldestDue.map { time.now.timeIntervalSince($0) > 3_000 } == true)
    }

    // MARK: Rows of other programs

    @Test(arguments: StoreKind.allCases)
    func `a job in the queue of an earlier program is moved when a worker finds it`(kind: StoreKind) async throws {
        let errands = try fleet(kind)
        try await create(["small-1", "mail-1", "small-2"], in: errands)
        try await errands.write { rows in
            for var job in try rows.jobs(JobFilter(), after: nil, limit: 9) {
                job.queue = job.key.machine.text == "small-1" ? "former" : ""
                try rows.save(job)
            }
        }
        try await errands.pause(.queue("mailing"))
        #expect(try await machines(errands, limit: 9) == ["small-1", "small-2"])
        #expect(try await errands.queues().map(\.name) == ["charging", "mailing"])
        try await errands.resume(.queue("mailing"))
        #expect(try await machines(errands, limit: 9, queues: ["mailing"]) == ["mail-1"])
    }
}

/// Work for customers, of whom some have a queue of their own.
private enum Errand: DurableDefinition, Hashable {
    case charging(customer: String)
    case mailing
    case finished

    enum Event: Codable, Hashable, Sendable { case done }

    enum Activity: Codable, Hashable, Sendable {
        case charging(customer: String)
        case mailing
    }

    var activities: [Activity] {
        switch self {
        case .charging(let customer): [.charging(customer: customer)]
        case .mailing: [.mailing]
        case .finished: []
        }
    }

    static func queue(for activity: Activity) -> String? {
        switch activity {
        case .charging(customer: "large"): "large"
        case .charging: "charging"
        case .mailing: nil
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.charging, .done), (.mailing, .done): self = .finished
        case (.finished, .done): throw .invalid
        }
    }
}

/// A machine with several jobs in one queue.
private enum Batch: DurableDefinition, Hashable {
    case open(count: Int)

    enum Event: Codable, Hashable, Sendable { case done }
    enum Activity: Codable, Hashable, Sendable { case part(Int) }

    var activities: [Activity] {
        switch self {
        case .open(let count): (0..<count).map { .part($0) }
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
}

/// A machine that names its queue.
private enum Named: DurableDefinition, Hashable {
    case open(queue: String)

    enum Event: Codable, Hashable, Sendable { case done }
    enum Activity: Codable, Hashable, Sendable { case work(queue: String) }

    var activities: [Activity] {
        switch self {
        case .open(let queue): [.work(queue: queue)]
        }
    }

    static func queue(for activity: Activity) -> String? {
        switch activity {
        case .work(let queue): queue
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
}
