import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Jobs, step by step, as workers take, renew and end them.
@Suite(.timeLimit(.minutes(2)), .computing) struct JobTests {
    private let time = StoreTime()

    private func fleet(_ kind: StoreKind, failureLimit: Int = 3, _ journal: ReportJournal? = nil) throws -> Fleet<Order>
    {
        let time = time
        var settings = FleetSettings()
        settings.failureLimit = failureLimit
        settings.random = { 0 }
        return try Fleet<Order>(in: kind.make { time.now }, settings: settings) { journal?.add($0) }
    }

    private func charge(_ orders: Fleet<Order>, _ id: String = "a") async throws -> FleetJob<Order> {
        try await orders.create(id, in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 10)
        return try #require(jobs.first { $0.activity == .charging(card: "x") && $0.machine == id })
    }

    @Test(arguments: StoreKind.allCases)
    func `the activities of a state are jobs, and what stays listed is one job`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 10)
        #expect(Set(jobs.map(\.activity)) == [.audit, .charging(card: "x")])
        #expect(jobs.allSatisfy { $0.attempt == 1 && $0.machine == "a" })
        #expect(Set(jobs.map(\.id)) == ["order/0.0/a", "order/0.1/a"])
        #expect(try await orders.take(limit: 10).isEmpty)
        try await orders.send(.didCharge, to: "a", eventID: "1")
        let stale = try #require(jobs.first { $0.activity == .charging(card: "x") })
        let audit = try #require(jobs.first { $0.activity == .audit })
        #expect(try await orders.end(stale, .finished(.didCharge)) == .dropped(.stale))
        #expect(try await orders.end(audit, .finished(nil)) == nil)
        // Its row stays as long as the activity is listed: otherwise, the job would begin again.
        try await orders.send(.cancel, to: "a", eventID: "2")
        #expect(try await orders.take(limit: 10).map(\.activity) == [.refunding])
    }

    @Test(arguments: StoreKind.allCases)
    func `the event of a job and its end are one transaction`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        let job = try await charge(orders)
        #expect(try await orders.end(job, .finished(.didCharge)) == .handled("didCharge"))
        // The answer was lost, and the worker repeats the call.
        #expect(try await orders.end(job, .finished(.didCharge)) == .handled("didCharge"))
        #expect(try await orders.state(of: "a") == .paid)
        #expect(try await orders.machine("a")?.version == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job is taken over after its lease, and its former worker changes nothing`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        let first = try await charge(orders)
        time.advance(by: 29)
        #expect(try await orders.take(limit: 10).isEmpty)
        time.advance(by: 2)
        // Nobody has taken over: losing the lease alone does not matter.
        #expect(try await orders.handle(.progress(1), of: first, suffix: "1").isHandled)
        let second = try #require(try await orders.take(limit: 10).first { $0.key == first.key })
        #expect(second.attempt == 2 && second.id == first.id)
        #expect(journal.texts.contains("order/0.1/a: taken over, attempt 2"))
        #expect(try await orders.handle(.progress(2), of: first, suffix: "2") == .dropped(.takenOver))
        #expect(try await orders.renew([first]).map(\.attempt) == [1])
        #expect(try await orders.end(first, .finished(.wasDeclined)) == .dropped(.takenOver))
        #expect(try await orders.end(first, .failed("late")) == .dropped(.takenOver))
        #expect(try await orders.end(first, .released) == .dropped(.takenOver))
        #expect(try await orders.state(of: "a") == .charging(card: "x", progress: 1))
        #expect(try await orders.end(second, .finished(.didCharge)) == .handled("didCharge"))
    }

    @Test(arguments: StoreKind.allCases)
    func `a renewed lease is not over`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        let job = try await charge(orders)
        for _ in 1...5 {
            time.advance(by: 20)
            #expect(try await orders.renew([job]).isEmpty)
        }
        #expect(try await orders.take(limit: 10).map(\.activity) == [.audit])
        #expect(try await orders.end(job, .finished(.didCharge)) == .handled("didCharge"))
    }

    @Test(arguments: StoreKind.allCases)
    func `the observer is told how many leases were renewed`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let jobs = try await orders.take(limit: 10)
        #expect(try await orders.renew(jobs).isEmpty)
        // The audit goes on.
        try await orders.send(.didCharge, to: "a", eventID: "1")
        #expect(try await orders.renew(jobs).map(\.activity) == [.charging(card: "x")])
        #expect(journal.texts.filter { $0.hasSuffix("renewed") } == ["2 leases renewed", "1 lease renewed"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an event of a job that ends a job that cannot be decoded is reported`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        let job = try await charge(orders)
        try await orders.write { rows in
            for record in try rows.jobs(of: MachineID("a")) where record.key != job.key {
                try rows.save(
                    JobRecord(
                        key: record.key,
                        activity: Data("7".utf8),
                        shape: 1,
                        due: record.due,
                        state: record.state,
                        nextTake: nil
                    )
                )
            }
        }
        #expect(try await orders.end(job, .finished(.didCharge)) == .handled("didCharge"))
        #expect(journal.texts.contains { $0.hasPrefix("order/0.0/a: cannot be decoded") }, "\(journal.texts)")
    }

    @Test(arguments: StoreKind.allCases)
    func `a lease that is over is renewed if its own holder looks for jobs`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        let job = try await charge(orders)
        time.advance(by: 40)
        #expect(try await orders.take(limit: 10, held: [job.identity]).map(\.activity) == [.audit])
        #expect(!journal.texts.contains { $0.contains("taken over, attempt 2") && $0.hasPrefix(job.id) })
        // The same holds while the cancelled work of an exited job ends.
        try await orders.send(.wasDeclined, to: "a", eventID: "1")
        try await orders.send(.pay(card: "x"), to: "a", eventID: "2")
        time.advance(by: 40)
        let others = try await orders.take(limit: 10, held: [job.identity])
        #expect(!others.contains { $0.activity == job.activity })
        #expect(try await orders.end(job, .failed("cancelled")) == .dropped(.stale))
        #expect(try await orders.take(limit: 10).map(\.activity) == [job.activity])
    }

    @Test(arguments: StoreKind.allCases)
    func `an equal activity waits for the worker of the exited one`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        let first = try await charge(orders)
        try await orders.send(.wasDeclined, to: "a", eventID: "1")
        try await orders.send(.pay(card: "x"), to: "a", eventID: "2")
        let others = try await orders.take(limit: 10)
        #expect(others.isEmpty)
        // The work is to be cancelled; until its end, the lease is kept.
        for _ in 1...3 {
            time.advance(by: 20)
            #expect(try await orders.renew([first]).map(\.id) == [first.id])
        }
        #expect(try await orders.take(limit: 10).map(\.activity) == [.audit])
        #expect(try await orders.handle(.progress(1), of: first, suffix: "1") == .dropped(.stale))
        #expect(try await orders.end(first, .failed("cancelled")) == .dropped(.stale))
        let second = try #require(try await orders.take(limit: 10).first)
        #expect(second.activity == first.activity && second.id != first.id && second.attempt == 1)
        #expect(try await orders.end(second, .finished(.didCharge)) == .handled("didCharge"))
    }

    @Test(arguments: StoreKind.allCases)
    func `an equal activity begins after the lease of a dead worker`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        let first = try await charge(orders)
        try await orders.send(.wasDeclined, to: "a", eventID: "1")
        try await orders.send(.pay(card: "x"), to: "a", eventID: "2")
        time.advance(by: 31)
        let taken = try await orders.take(limit: 10)
        #expect(Set(taken.map(\.activity)) == [.audit, .charging(card: "x")])
        #expect(!taken.contains { $0.id == first.id })
        #expect(try await orders.end(first, .finished(.didCharge)) == .dropped(.stale))
    }

    @Test(arguments: StoreKind.allCases)
    func `an activity that ends and begins before it was taken begins once`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        for number in 1...3 {
            try await orders.send(.wasDeclined, to: "a", eventID: "\(number)")
            try await orders.send(.pay(card: "x"), to: "a", eventID: "again \(number)")
        }
        #expect(try await orders.take(limit: 10).count == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `failed work is tried again after growing pauses, then the definition decides`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        var job = try await charge(orders)
        for pause in [1.0, 2.0] {
            #expect(try await orders.end(job, .failed("no answer")) == nil)
            time.advance(by: pause - 0.01)
            #expect(try await orders.take(limit: 10).isEmpty)
            time.advance(by: 0.02)
            job = try #require(try await orders.take(limit: 10).first)
        }
        #expect(job.attempt == 3)
        #expect(try await orders.end(job, .failed("no answer")) == nil)
        // `exhausted` of the definition declines the payment.
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
        #expect(try await orders.parkedJobs().isEmpty)
        #expect(journal.texts.last == "order/0.1/a: exhausted: no answer")
    }

    @Test(arguments: StoreKind.allCases)
    func `work that fails too often is parked until somebody retries it`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, failureLimit: 1, journal)
        try await orders.create("a", in: .refunding)
        let jobs = try await orders.take(limit: 10)
        let refund = try #require(jobs.first { $0.activity == .refunding })
        let audit = try #require(jobs.first { $0.activity == .audit })
        #expect(try await orders.end(audit, .finished(nil)) == nil)
        #expect(try await orders.end(refund, .failed("the bank is closed")) == nil)
        #expect(journal.texts.contains("order/0.1/a: parked: the bank is closed"))
        time.advance(by: 1_000_000)
        #expect(try await orders.take(limit: 10).isEmpty)
        let parked = try #require(try await orders.parkedJobs().first)
        #expect(parked.activity == .refunding && parked.reason == "the bank is closed" && parked.attempts == 1)
        #expect(try await orders.parkedJobs(after: parked).isEmpty)
        try await orders.retry(parked)
        await #expect(throws: FleetError.noJob(parked.id)) { try await orders.retry(parked) }
        let again = try #require(try await orders.take(limit: 10).first)
        #expect(again.id == refund.id && again.attempt == 2)
        #expect(try await orders.end(again, .finished(.didRefund)) == .handled("didRefund"))
    }

    @Test(arguments: StoreKind.allCases)
    func `a released job can be taken at once, and does not count as failed`(kind: StoreKind) async throws {
        let orders = try fleet(kind, failureLimit: 2)
        var job = try await charge(orders)
        for attempt in 2...6 {
            #expect(try await orders.end(job, .released) == nil)
            job = try #require(try await orders.take(limit: 10).first)
            #expect(job.attempt == attempt)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `timers wait for their due time in the store`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        try await orders.create("a", in: .placed(reminders: 0))
        #expect(try await orders.take(limit: 10).isEmpty)
        time.advance(by: 3_599)
        #expect(try await orders.take(limit: 10).isEmpty)
        time.advance(by: 2)
        let job = try #require(try await orders.take(limit: 10).first)
        #expect(job.activity == .reminder(0))
        #expect(try await orders.end(job, .finished(.remind)) == .handled("remind"))
        time.advance(by: 3_000)
        // The payment ends the next timer.
        try await orders.send(.pay(card: "x"), to: "a", eventID: "1")
        time.advance(by: 3_000)
        #expect(Set(try await orders.take(limit: 10).map(\.activity)) == [.audit, .charging(card: "x")])
    }

    @Test(arguments: StoreKind.allCases)
    func `a timer that waits for the worker of an equal one still fires at its own due time`(kind: StoreKind)
        async throws
    {
        let orders = try fleet(kind)
        try await orders.create("a", in: .placed(reminders: 0))
        time.advance(by: 3_601)
        let first = try #require(try await orders.take(limit: 10).first)
        try await orders.send(.pay(card: "x"), to: "a", eventID: "1")
        try await orders.send(.wasDeclined, to: "a", eventID: "2")
        #expect(try await orders.end(first, .failed("cancelled")) == .dropped(.stale))
        time.advance(by: 3_599)
        #expect(try await orders.take(limit: 10).isEmpty)
        time.advance(by: 2)
        let second = try #require(try await orders.take(limit: 10).first)
        #expect(second.activity == first.activity && second.id != first.id)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job whose event is rejected is parked with the reason`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try fleet(kind, journal)
        let job = try await charge(orders)
        let rejection = FleetOutcome<Order>.rejected(
            .init(reason: .invalid, words: "Invalid transition: charging does not handle deliver")
        )
        #expect(try await orders.end(job, .finished(.deliver)) == rejection)
        // The answer was lost, and the worker repeats the call.
        #expect(try await orders.end(job, .finished(.deliver)) == rejection)
        time.advance(by: 1_000)
        #expect(try await orders.take(limit: 10).map(\.activity) == [.audit])
        let parked = try #require(try await orders.parkedJobs().first)
        #expect(parked.reason == "Invalid transition: charging does not handle deliver")
        #expect(journal.texts.filter { $0.contains("parked") } == ["\(job.id): parked: \(parked.reason)"])
        // The rules are mended, or the work is.
        try await orders.retry(parked)
        let again = try #require(try await orders.take(limit: 10).first)
        #expect(try await orders.end(again, .finished(.didCharge))?.isHandled == true)
    }

    @Test(arguments: StoreKind.allCases)
    func `deleting a machine ends its jobs, and a new one has others`(kind: StoreKind) async throws {
        let orders = try fleet(kind)
        let job = try await charge(orders)
        try await orders.delete("a")
        #expect(try await orders.renew([job]).count == 1)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        // Both activities wait for the workers of the deleted machine.
        #expect(try await orders.take(limit: 10).isEmpty)
        #expect(try await orders.end(job, .finished(.didCharge)) == .dropped(.stale))
        let next = try #require(try await orders.take(limit: 10).first)
        #expect(next.activity == job.activity && next.id == "order/1.1/a")
        #expect(try await orders.state(of: "a") == .charging(card: "x", progress: 0))
    }
}

/// The reports of a fleet as texts.
final class ReportJournal: Sendable {
    private let reports = Locked<[FleetReport]>([])

    var texts: [String] { reports.withLock { $0.map(\.description) } }

    func add(_ report: FleetReport) {
        reports.withLock { $0.append(report) }
    }
}

extension Fleet {
    /// Sends an event of a job while it continues.
    func handle(_ event: Definition.Event, of job: FleetJob<Definition>, suffix: String) async throws
        -> FleetOutcome<Definition>
    {
        try await writeAndReport { rows, reports in
            try self.handle(event, of: job, suffix: suffix, rows: rows, reports: &reports)
        }
    }
}
