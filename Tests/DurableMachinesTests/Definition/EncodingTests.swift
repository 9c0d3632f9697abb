import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Values that cannot be stored, and machines that cannot be read.
@Suite(.timeLimit(.minutes(2)), .computing) struct EncodingTests {
    private let time = StoreTime()

    private func fleet(_ kind: StoreKind, sizeLimit: Int = 1_000, _ journal: ReportJournal? = nil) throws -> Fleet<
        Meter
    > {
        var settings = FleetSettings()
        settings.sizeLimit = sizeLimit
        settings.failureLimit = 1
        settings.pollInterval = .milliseconds(5)
        let time = time
        return try Fleet<Meter>(in: kind.make { time.now }, settings: settings) { journal?.add($0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `an event that cannot be encoded changes nothing`(kind: StoreKind) async throws {
        let meters = try fleet(kind)
        try await meters.create("a", in: .measuring(attempt: 0))
        let error = await #expect(throws: FleetError.self) {
            try await meters.send(.value(.nan), to: "a", eventID: "1")
        }
        #expect("\(try #require(error))".hasPrefix("The machine “a” has data that cannot be encoded: "))
        #expect(try await meters.history(of: "a").count == 1)
        #expect(try await meters.send(.value(1), to: "a", eventID: "1").isHandled)
    }

    @Test(arguments: StoreKind.allCases)
    func `an exhausted job whose event cannot be stored is parked, and the machine is as it was`(kind: StoreKind)
        async throws
    {
        for (reason, sizeLimit) in [("too large", 100), ("not a number", 1_000)] {
            let meters = try fleet(kind, sizeLimit: sizeLimit)
            try await meters.create("a", in: .measuring(attempt: 0))
            let job = try #require(try await meters.take(limit: 1).first)
            #expect(try await meters.end(job, .failed(reason)) == nil)
            let machine = try #require(try await meters.machine("a"))
            #expect(machine.state == .measuring(attempt: 0) && machine.version == 0)
            #expect(try await meters.history(of: "a").count == 1)
            #expect(try await meters.parkedJobs().map(\.reason) == [reason])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a machine whose job cannot be given up holds up no other`(kind: StoreKind) async throws {
        let meters = try fleet(kind)
        try await meters.create("a", in: .measuring(attempt: 0))
        let job = try #require(try await meters.take(limit: 1).first)
        #expect(try await meters.isolate(job))
        try await meters.create("b", in: .measuring(attempt: 0))
        // The worker of "a" has died.
        time.advance(by: 40)
        #expect(try await meters.take(limit: 2).map(\.machine) == ["b"])
        #expect(try await meters.parkedJobs().map(\.machine) == ["a"])
    }

    @Test func `work whose event cannot be stored has failed, and its worker goes on`() async throws {
        let journal = ReportJournal()
        let meters = try fleet(.memory, journal)
        try await meters.create("a", in: .measuring(attempt: 0))
        try await meters.create("b", in: .measuring(attempt: 0))
        try await meters.run(workers: 1, until: .idle) { job, _ in .value(job.machine == "a" ? .nan : 2) }
        #expect(try await meters.state(of: "b") == .measured(2))
        #expect(try await meters.parkedJobs().map(\.machine) == ["a"])
    }

    @Test func `an event that a job sends again after an error is handled once`() async throws {
        let store = CrashingStore(InMemoryStore())
        let meters = try Fleet<Meter>(in: store)
        try await meters.create("a", in: .measuring(attempt: 0))
        try await meters.run(until: .idle) { _, send in
            store.prepare(.afterCommit)
            do {
                _ = try await send(.add)
                Issue.record("the answer was not lost")
            } catch FleetError.store(CrashingStore.crash) {
                _ = try await send(.add)
            }
            // A further equal event is another one.
            _ = try await send(.add)
            return .value(1)
        }
        let history = try await meters.history(of: "a").map { "\($0.content)" }
        #expect(history == ["created(measuring(attempt: 0))", "handled(add)", "handled(add)", "handled(value(1.0))"])
    }

    @Test(arguments: StoreKind.allCases)
    func `rows that cannot be decoded are reported, can be deleted, and hold up no other`(kind: StoreKind)
        async throws
    {
        let journal = ReportJournal()
        let meters = try fleet(kind, journal)
        for name in ["a", "b"] { try await meters.create(name, in: .measuring(attempt: 0)) }
        let a = try MachineID("a")
        try await meters.write { rows in
            var machine = try #require(try rows.machine(a))
            machine.state = Data("{".utf8)
            try rows.save(machine)
            let job = try #require(try rows.jobs(of: a).first)
            try rows.save(
                JobRecord(key: job.key, activity: Data("7".utf8), shape: 1, due: job.due, nextTake: job.nextTake)
            )
        }
        #expect(try await meters.take(limit: 10).map(\.machine) == ["b"])
        #expect(try await meters.machines().map(\.id) == ["b"])
        #expect(journal.texts.count { $0.contains("cannot be decoded") } == 2)
        await #expect(throws: FleetError.self) { try await meters.send(.add, to: "a", eventID: "1") }
        #expect(try await meters.reconcile() == 0)
        try await meters.delete("a")
        #expect(try await meters.machine("a") == nil)
        #expect(try await meters.read { rows in try rows.jobs(of: a) }.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a job that cannot be decoded ends with the next event, and is reported`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let meters = try fleet(kind, journal)
        try await meters.create("a", in: .measuring(attempt: 0))
        let a = try MachineID("a")
        try await meters.write { rows in
            let job = try #require(try rows.jobs(of: a).first)
            try rows.save(
                JobRecord(key: job.key, activity: Data("7".utf8), shape: 1, due: job.due, nextTake: job.nextTake)
            )
        }
        try await meters.send(.add, to: "a", eventID: "1")
        try await meters.send(.add, to: "a", eventID: "2")
        #expect(journal.texts.filter { $0.hasPrefix("meter/0.0/a: cannot be decoded") }.count == 1)
        #expect(try await meters.take(limit: 9).map(\.id) == ["meter/1.0/a"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a page of machines is full, although some cannot be decoded`(kind: StoreKind) async throws {
        let meters = try fleet(kind)
        for number in 0..<12 { try await meters.create("meter-\(10 + number)", in: .idle) }
        try await meters.write { rows in
            for number in 0..<5 {
                let id = try MachineID("meter-\(10 + number)")
                var machine = try #require(try rows.machine(id))
                machine.state = Data("{".utf8)
                try rows.save(machine)
            }
        }
        let first = try await meters.machines(limit: 4)
        let second = try await meters.machines(after: first.last?.id, limit: 4)
        #expect((first + second).map(\.id) == (15..<22).map { "meter-\($0)" })
        #expect(try await meters.machines(limit: 0).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `an exited job that cannot be decoded ends with its lease`(kind: StoreKind) async throws {
        let meters = try fleet(kind)
        try await meters.create("a", in: .measuring(attempt: 0))
        let job = try #require(try await meters.take(limit: 1).first)
        let a = try MachineID("a")
        try await meters.write { rows in
            let record = try #require(try rows.job(job.key))
            try rows.save(
                JobRecord(
                    key: job.key,
                    activity: Data("7".utf8),
                    shape: 1,
                    due: record.due,
                    state: .exited(attempt: 1),
                    nextTake: record.nextTake
                )
            )
        }
        time.advance(by: 40)
        #expect(try await meters.take(limit: 1).isEmpty)
        #expect(try await meters.read { rows in try rows.jobs(of: a) }.isEmpty)
    }
}
