import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Rows that somebody else has locked on a real server.
@Suite(
    .timeLimit(.minutes(2)),
    .outside,
    .withServer
)
struct LockedMachineTests {
    private let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema)

    private func store(connections: Int = 3, limits: PostgreSQLLimits = PostgreSQLLimits()) throws -> PostgreSQLStore {
        try PostgreSQLStore(
            place,
            connections: connections,
            limits: limits,
            now: nil,
            library: PostgreSQLLibrary.shared
        )
    }

    @Test func `a locked machine holds up no job of another one, and loses no lease`() async throws {
        let store = try store()
        var settings = FleetSettings()
        settings.pollInterval = .milliseconds(10)
        let orders = try Fleet<Order>(in: store, name: "orders", settings: settings)
        try await orders.create("busy", in: .paid)
        let busy = try #require(try await orders.take(limit: 1).first)

        // From here on, somebody has locked two machines: one with a job that is waiting, and the
        // one whose job is worked on.
        try await orders.create("order-0", in: .placed(reminders: 0))
        let lock = try await RowLock(place, "order-0", "busy")
        try await makeDue("order-0", in: place)
        let (begun, signal) = AsyncStream.makeStream(of: String.self)
        let run = Task {
            try await orders.run(workers: 4) { job, _ in
                signal.yield(job.machine)
                return nil
            }
        }
        for number in 1...6 { try await orders.create("order-\(number)", in: .paid) }
        var begins = begun.makeAsyncIterator()
        var others: Set<String> = []
        while others.count < 6, let machine = await begins.next() { others.insert(machine) }
        #expect(others == Set((1...6).map { "order-\($0)" }))
        #expect(try await orders.renewLeases(of: [busy], within: .seconds(60)).renewed == [busy])
        await lock.release()
        #expect(await begins.next() == "order-0")
        run.cancel()
        try await run.value
        await store.close()
    }

    @Test func `events for a locked machine use up no connections and no heartbeats`() async throws {
        let store = try store(connections: 2)
        let orders = try Fleet<Order>(in: store, name: "orders")
        for machine in ["locked", "free"] { try await orders.create(machine, in: .charging(card: "1", progress: 0)) }
        let jobs = try await orders.take(limit: 4)
        let lock = try await RowLock(place, "locked")
        let sends = (1...6).map { number in
            Task { try await orders.send(.progress(number), to: "locked", eventID: "\(number)") }
        }
        try await waitForWaiters(1, in: place)
        #expect(try await orders.send(.progress(7), to: "free", eventID: "7").isHandled)
        #expect(try await orders.renewLeases(of: jobs, within: .seconds(20)).renewed.count == 4)
        // One that is cancelled while it waits for the lock does not wait for it any longer.
        sends[0].cancel()
        await #expect(throws: FleetError.cancelled) { try await sends[0].value }
        await lock.release()
        for send in sends[1...] { #expect(try await send.value.isHandled) }
        #expect(try await orders.machine("locked")?.version == 5)
        await store.close()
    }

    @Test func `calls that are cancelled while they wait for a lock leave no session behind`() async throws {
        let store = try store(connections: 2)
        let orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("locked", in: .paid)
        let lock = try await RowLock(place, "locked")
        for number in 1...3 {
            let send = Task { try await orders.send(.progress(number), to: "locked", eventID: "\(number)") }
            try await waitForWaiters(in: place) { $0 >= 1 }
            send.cancel()
            await #expect(throws: FleetError.cancelled) { try await send.value }
        }
        try await waitForWaiters(in: place) { $0 == 0 }
        // The lock is still there: another call waits for it.
        let last = Task { try await orders.send(.pay(card: "1"), to: "locked", eventID: "last") }
        try await waitForWaiters(in: place) { $0 == 1 }
        await lock.release()
        _ = try? await last.value
        await store.close()
    }

    @Test func `a job whose lease is being renewed is not taken over`() async throws {
        let store = try store()
        var settings = FleetSettings()
        settings.lease = .milliseconds(1)
        let orders = try Fleet<Order>(in: store, name: "orders", settings: settings)
        try await orders.create("a", in: .paid)
        let job = try #require(try await orders.take(limit: 1).first)
        let (isLocked, lockSignal) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        async let renewal: Void = orders.write { rows in
            guard case .locked(let record) = try rows.lockJobs([job.key]).first else { throw Unexpected("no job") }
            lockSignal.yield()
            _ = release.wait(timeout: .now() + 30)
            try record.handle(.renew(attempt: 1), nextTake: rows.now + .seconds(100), in: rows)
        }
        for await _ in isLocked { break }
        // The lease in the committed row is over.
        let taken = try await orders.takeJobs(limit: 1, held: [])
        #expect(taken.jobs.isEmpty && taken.isBlocked)
        release.signal()
        try await renewal
        #expect(try await orders.take(limit: 1).isEmpty)
        await store.close()
    }

    @Test func `a reconciliation waits for a locked machine without keeping others locked`() async throws {
        let store = try store()
        let plain = try Fleet<PlainDoor>(in: store, name: "orders")
        for number in 0..<8 { try await plain.create("\(number)", in: .open) }
        let lock = try await RowLock(place, "5")
        let watched = try Fleet<WatchedDoor>(in: store, name: "orders")
        let reconciliation = Task { try await watched.reconcile() }
        try await waitForWaiters(1, in: place)
        // While it waits, it keeps neither those before nor those after.
        for number in ["0", "7"] {
            #expect(try await watched.send(.knock, to: number, eventID: "1").isHandled)
        }
        #expect(try await asking { try await watched.read { try $0.jobs(of: MachineID("4")).count } == 1 })
        await lock.release()
        // Those that got an event have got their jobs with it.
        #expect(try await reconciliation.value >= 6)
        for number in 0..<8 {
            #expect(try await watched.read { try $0.jobs(of: MachineID("\(number)")).count } == 1)
        }
        await store.close()
    }

    @Test func `a search can wait for the lock of a machine`() async throws {
        let store = try store()
        var settings = FleetSettings()
        settings.pollInterval = .milliseconds(10)
        let orders = try Fleet<Order>(in: store, name: "orders", settings: settings)
        try await orders.create("a", in: .paid)
        let lock = try await RowLock(place, "a")
        #expect(try await orders.takeJobs(limit: 1, held: []).isBlocked)
        async let taken = orders.takeBlockedJobs(limit: 1, held: [])
        try await waitForWaiters(1, in: place)
        await lock.release()
        #expect(try await taken.jobs.map(\.machine) == ["a"])
        await store.close()
    }
}

/// Machines that somebody has locked, as an operator can with `psql`.
final class RowLock: Sendable {
    private let isOver = DispatchSemaphore(value: 0)
    private let ended: Task<Void, any Error>

    /// Locks the rows of machines.
    init(_ place: PostgreSQLPlace, _ machines: String...) async throws {
        let (isLocked, signal) = AsyncStream.makeStream(of: Void.self)
        let isOver = isOver
        ended = Task {
            try await onConnection(to: place) { other in
                defer { signal.finish() }
                try other.run("BEGIN")
                for machine in machines {
                    try other.run("SELECT id FROM orders_machines WHERE id = ?1 FOR UPDATE", [.text(machine)])
                }
                try other.synchronize()
                signal.yield()
                isOver.wait()
                try other.run("COMMIT")
                try other.synchronize()
            }
        }
        for await _ in isLocked { break }
    }

    /// Ends the transaction that has the locks.
    func release() async {
        isOver.signal()
        _ = await ended.result
    }
}

/// Performs statements on a connection of its own.
func onConnection(
    to place: PostgreSQLPlace,
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void
) async throws {
    try await onThread {
        try body(PostgreSQLConnection(to: place, limits: PostgreSQLLimits(), library: PostgreSQLLibrary.shared.get()))
    }
}

/// Makes the job of a machine due, without a lock of the machine.
func makeDue(_ machine: String, in place: PostgreSQLPlace) async throws {
    try await onConnection(to: place) { other in
        try other.run("UPDATE orders_jobs SET next_take = 1 WHERE machine = ?1", [.text(machine)])
        try other.synchronize()
    }
}

/// Waits until at least a number of transactions wait for the machines of a schema.
func waitForWaiters(_ count: Int, in place: PostgreSQLPlace) async throws {
    try await waitForWaiters(in: place) { $0 >= count }
}

/// Waits until a condition holds for the number of transactions that wait for machines of a schema.
func waitForWaiters(in place: PostgreSQLPlace, until isEnough: @escaping @Sendable (Int) -> Bool) async throws {
    let schema = place.schema ?? ""
    let hasEnough = try await asking {
        let found = Locked(0)
        try await onConnection(to: place) { other in
            try other.run(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'
                    AND pid IN (SELECT pid FROM pg_locks WHERE relation = to_regclass(?1 || '.orders_machines'))
                """,
                [.text(schema)]
            ) { result in
                let number = result.rows.first?.integer(0) ?? 0
                found.withLock { $0 = number }
            }
            try other.synchronize()
        }
        return isEnough(found.withLock { $0 })
    }
    #expect(hasEnough)
}
