import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachines

@testable import DurableMachines

/// A fleet with customers, workers that die, a clock that jumps and a store that fails, all decided
/// by one seed, and a ledger that checks each outcome.
///
/// Workers, customers and the clock act one after the other, in random order, which is all that the
/// transactions of a store can see of processes.
struct FleetSimulation {
    let orders: Fleet<Order>
    private let store: CrashingStore
    private let time = StoreTime()
    let machines = ["a", "b", "c"]

    /// The error of each worker's clock in seconds.
    let clockErrors: [Double]
    var random: SeededGenerator

    /// What operators have set.
    var controls = OperatorLedger()

    /// The jobs that each worker believes it has.
    private var workers: [[FleetJob<Order>]] = [[], [], []]

    /// The events of customers that have no answer yet, by machine and identifier.
    private var pending: [(machine: String, id: String, event: Order.Event)] = []
    private var eventCount = 0

    /// The first outcome of each event that was acknowledged.
    private var acknowledged: [String: FleetOutcome<Order>] = [:]

    /// The greatest attempt whose event or end was accepted, by job.
    private var attempts: [String: Int] = [:]

    /// The number of what happened, to see that the simulation reaches it.
    private(set) var tally: [String: Int] = [:]

    /// Creates a fleet with three workers.
    ///
    /// - Parameters:
    ///   - seed: Decides everything.
    ///   - clockErrors: The error of each worker's clock in seconds. Events of customers also come
    ///     from the processes of workers.
    ///   - store: Makes an empty store with a clock.
    init(
        seed: UInt64,
        clockErrors: [Double] = [0, 0, 0],
        in store: (@escaping @Sendable () -> Date) throws -> any DurableStore
    ) async throws {
        random = SeededGenerator(seed: seed)
        self.clockErrors = clockErrors
        let time = time
        self.store = CrashingStore(try store { time.now })
        var settings = FleetSettings()
        settings.failureLimit = 4
        settings.random = { 0.5 }
        orders = try Fleet(in: self.store, settings: settings)
        for machine in machines { try await orders.create(machine, in: .placed(reminders: 0)) }
    }

    mutating func run(steps: Int) async throws {
        for _ in 0..<steps { try await step() }
        try await settle()
        try await checkEnd()
        tally["accidents"] = store.accidents.withLock(\.self)
    }

    private mutating func step() async throws {
        try await readControls()
        controls.areLeasesChanged = false
        if Int.random(in: 0..<4, using: &random) == 0 { prepareAccident() }
        defer { store.prepare(nil) }
        let worker = workers.indices.randomElement(using: &random) ?? 0
        time.setError(clockErrors[worker])
        switch Int.random(in: 0..<18, using: &random) {
        case 0...3: try await sendNewEvent()
        case 4...5: try await repeatEvent()
        case 6...7: try await take(worker)
        case 8...9: try await sendProgress(worker)
        case 10...12: try await endWork(worker)
        case 13: try await renew(worker)
        case 14:
            // The process dies, or a new one begins.
            count("deaths", workers[worker].count)
            workers[worker] = []
        case 15: try await operate()
        case 16: try await take(worker)
        default:
            // Now and then, the clock of the store is wrong by an hour.
            let jump = ([1, 10, 40, 400, 4_000, -3_600] as [Double]).randomElement(using: &random) ?? 1
            time.advance(by: jump)
            controls.areLeasesChanged = true
        }
    }

    private mutating func prepareAccident() {
        let accident: CrashingStore.Accident =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .afterCommit
            case 1: .repetition
            default: .before(statement: Int.random(in: 0..<12, using: &random))
            }
        store.prepare(accident)
    }

    mutating func count(_ name: String, _ number: Int = 1) {
        tally[name, default: 0] += number
    }

    // MARK: Customers

    private mutating func sendNewEvent() async throws {
        let events: [Order.Event] = [
            .pay(card: "x"), .pay(card: "y"), .cancel, .deliver, .progress(1), .wasDeclined, .didCharge,
        ]
        eventCount += 1
        let machine = machines.randomElement(using: &random) ?? "a"
        let event = events.randomElement(using: &random) ?? .cancel
        // A machine at its end is deleted and created anew, now and then.
        if Int.random(in: 0..<10, using: &random) == 0 {
            try await ignoringCrash { [orders] in
                if try await orders.state(of: machine)?.isFinal == true { try await orders.delete(machine) }
            }
            try await ignoringCrash { [orders] in try await orders.create(machine, in: .placed(reminders: 0)) }
        }
        try await send(machine, "\(eventCount)", event)
    }

    /// Repeats an event without an answer, or one that was acknowledged already.
    private mutating func repeatEvent() async throws {
        guard let (machine, id, event) = pending.randomElement(using: &random) else { return }
        try await send(machine, id, event)
    }

    private mutating func send(_ machine: String, _ id: String, _ event: Order.Event) async throws {
        pending.append((machine, id, event))
        let outcome: FleetOutcome<Order>
        do {
            outcome = try await orders.send(event, to: machine, eventID: id)
        } catch {
            if error == .store(CrashingStore.crash) { return count("lost answers of customers") }
            guard case .noMachine = error else { throw error }
            return count("no machine")
        }
        if case .dropped = outcome { throw Unexpected("an event of a customer was dropped: \(event)") }
        if let former = acknowledged[id], former != outcome {
            throw Unexpected("event \(id) had the outcome \(former), and now \(outcome)")
        }
        count(acknowledged[id] == nil ? "acknowledged" : "repeated")
        acknowledged[id] = outcome
    }

    // MARK: Workers

    private mutating func take(_ worker: Int) async throws {
        let limit = Int.random(in: 1...3, using: &random)
        try await ignoringCrash { [orders] in try await orders.take(limit: limit) }.map { jobs in
            count("taken", jobs.count)
            count("taken over", jobs.count { $0.attempt > 1 })
            workers[worker] += jobs
            try checkPauses(of: jobs)
        }
        // The run lets a suspected job wait until it is alone. Here, its worker does or dies first.
        for job in workers[worker] where job.isSuspect && Bool.random(using: &random) {
            let mayBegin = try await ignoringCrash { [orders] in try await orders.isolate(job) }
            count(mayBegin == true ? "isolated" : "not isolated")
        }
    }

    private mutating func sendProgress(_ worker: Int) async throws {
        guard let job = workers[worker].randomElement(using: &random) else { return }
        eventCount += 1
        let suffix = "\(eventCount)"
        let before = try await orders.state(of: job.machine)
        let outcome = try await ignoringCrash { [orders] in
            try await orders.handle(.progress(7), of: job, suffix: suffix)
        }
        if let outcome { try note(outcome, of: job, before: before) }
    }

    private mutating func endWork(_ worker: Int) async throws {
        guard let index = workers[worker].indices.randomElement(using: &random) else { return }
        let job = workers[worker][index]
        let end: Fleet<Order>.End =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .failed("on purpose")
            case 1: .released
            default: .finished(Self.result(of: job.activity))
            }
        var others: Set<JobAttempt>?
        if Bool.random(using: &random) {
            others = Set(workers[worker].map(\.identity)).subtracting([job.identity])
        }
        let place: NextJob<Order>.Place = Bool.random(using: &random) ? .allMachines : .sameMachine
        let before = try await orders.state(of: job.machine)
        guard
            let ended = try await ignoringCrash({ [orders, others] in
                try await orders.end(job, end, next: others.map { others in NextJob(place: place) { others } })
            })
        else { return }
        // The answer of an earlier call may have been lost, so only the first one is checked.
        workers[worker].remove(at: index)
        if let next = ended.next {
            count("taken at the end of another")
            workers[worker].append(next)
            try checkPauses(of: [next])
        }
        if let outcome = ended.outcome { try note(outcome, of: job, before: before, isEnd: true) }
    }

    private static func result(of activity: Order.Activity) -> Order.Event? {
        switch activity {
        case .reminder: .remind
        case .charging(let card): card == "y" ? .wasDeclined : .didCharge
        case .refunding: .didRefund
        case .audit: nil
        }
    }

    private mutating func renew(_ worker: Int) async throws {
        let jobs = workers[worker]
        controls.areLeasesChanged = true
        guard let cancelled = try await ignoringCrash({ [orders] in try await orders.renew(jobs) }) else { return }
        count("cancelled", cancelled.count)
        for job in cancelled {
            let end = Fleet<Order>.End.failed("cancelled")
            guard
                try await ignoringCrash({ [orders] in
                    try await orders.end(job, end, next: nil)
                }) != nil
            else { continue }
            workers[worker].removeAll { $0.identity == job.identity }
        }
    }

    /// Checks an outcome of a job's event against the ledger.
    private mutating func note(
        _ outcome: FleetOutcome<Order>,
        of job: FleetJob<Order>,
        before: Order?,
        isEnd: Bool = false
    ) throws {
        switch outcome {
        case .dropped(let reason): count("\(reason)")
        case .handled, .rejected:
            count("accepted")
            if let former = attempts[job.id], former > job.attempt {
                throw Unexpected("\(job.id): attempt \(job.attempt) was accepted after attempt \(former)")
            }
            attempts[job.id] = job.attempt
            // The end may be the repetition of one whose answer was lost.
            if !isEnd, before?.activities.contains(job.activity) != true {
                throw Unexpected("\(job.id): accepted in \(String(describing: before)), which has exited its activity")
            }
        }
    }

    /// Performs a call that can crash; the result is `nil` if it has.
    @discardableResult
    func ignoringCrash<Result: Sendable>(
        _ call: @Sendable () async throws -> Result
    ) async throws -> Result? {
        do {
            return try await call()
        } catch FleetError.store(CrashingStore.crash) {
            return nil
        } catch FleetError.noMachine {
            return nil
        }
    }

    // MARK: The end

    /// Lets nothing fail any more, until no job is left.
    private mutating func settle() async throws {
        workers = [[], [], []]
        time.setError(0)
        try await endControls()
        for (machine, id, event) in pending { try await send(machine, id, event) }
        // Timers may wait for a time that the clock has gone back from.
        for _ in 0..<100 {
            time.advance(by: 4_000)
            let jobs = try await orders.take(limit: 10)
            for job in jobs { _ = try await orders.end(job, .finished(Self.result(of: job.activity))) }
        }
    }

    private func checkEnd() async throws {
        for id in machines {
            let machine = try MachineID(id)
            let state = try await orders.state(of: id)
            let jobs = try await orders.read { rows in try rows.jobs(of: machine) }
            let activities = try jobs.map { try JSON.decode(Order.Activity.self, from: $0.activity) }
            guard activities.count == Set(activities).count, Set(activities) == Set(state?.activities ?? []) else {
                throw Unexpected("\(id) in \(String(describing: state)) has the jobs \(jobs)")
            }
            for job in jobs {
                switch job.state {
                case .done, .parked: continue
                case .waiting, .held, .alone, .exited, .deleted: throw Unexpected("a job was forgotten: \(job)")
                }
            }
            try await checkHistory(of: id, state: state)
        }
    }

    /// Each acknowledged event is in the history once, and the history replays to the stored state.
    private func checkHistory(of id: String, state: Order?) async throws {
        var replayed: Order?
        var seen: [String: Int] = [:]
        for entry in try await orders.history(of: id, limit: .max) {
            if let eventID = entry.eventID { seen[eventID, default: 0] += 1 }
            switch entry.content {
            case .created(let state): replayed = state
            case .handled(let event): _ = try replayed?.handleEvent(event)
            case .rejected(let event, _):
                if replayed?.canHandle(event) != false { throw Unexpected("\(event) was rejected without a reason") }
            case .deleted: replayed = nil
            case .raw: throw Unexpected(entry)
            }
        }
        if replayed != state {
            throw Unexpected("\(id) replays to \(String(describing: replayed)), not \(state as Any)")
        }
        if let twice = seen.first(where: { $0.value > 1 }) { throw Unexpected("event \(twice.key) is there twice") }
        for (machine, eventID, _) in pending where machine == id && acknowledged[eventID] != nil {
            if seen[eventID] != 1 { throw Unexpected("the acknowledged event \(eventID) is lost") }
        }
    }
}
