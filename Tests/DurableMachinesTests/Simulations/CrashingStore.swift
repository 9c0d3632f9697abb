import DurableMachines
import Foundation
import StateMachineLocks

/// A store whose writes fail at any statement, or after the commit, when a simulation says so.
final class CrashingStore: WrappingStore {
    /// What happens to the next write.
    enum Accident: Equatable {
        /// The process or the connection ends before a statement, so nothing is committed.
        case before(statement: Int)

        /// The answer of the commit is lost.
        case afterCommit

        /// The database asks for a repetition, as after a deadlock.
        case repetition
    }

    /// The error of each accident, after which no store repeats a transaction.
    static let crash = DurableStoreError.failed("the simulation", code: "", message: "crash")

    let base: any RowStore
    private let next = Locked<Accident?>(nil)

    /// The number of accidents that have happened.
    let accidents = Locked(0)

    init(_ store: any DurableStore) { base = store.rows.store }

    func prepare(_ accident: Accident?) {
        next.withLock { $0 = accident }
    }

    private func takeAccident() -> Accident? {
        next.withLock { accident in
            defer { accident = nil }
            return accident
        }
    }

    func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let accident = takeAccident()
        switch accident {
        case nil: return try await base.write(kind, fleet: fleet, body)
        case .before(let statement):
            let result = try await base.write(kind, fleet: fleet) { rows in
                do {
                    return try body(CrashingTransaction(rows, crashBefore: statement))
                } catch let error as DurableStoreError where error == Self.crash {
                    self.accidents.withLock { $0 += 1 }
                    throw Self.crash
                }
            }
            return result
        case .afterCommit:
            _ = try await base.write(kind, fleet: fleet, body)
            accidents.withLock { $0 += 1 }
            throw Self.crash
        case .repetition:
            try? await base.write(kind, fleet: fleet) { rows in
                _ = try body(rows)
                throw Self.crash
            }
            accidents.withLock { $0 += 1 }
            return try await base.write(kind, fleet: fleet, body)
        }
    }
}

/// A transaction that ends before one of its statements.
private final class CrashingTransaction: StoreTransaction {
    private let rows: any StoreTransaction
    private var remaining: Int

    init(_ rows: any StoreTransaction, crashBefore statement: Int) {
        self.rows = rows
        remaining = statement
    }

    private func step() throws -> any StoreTransaction {
        guard remaining > 0 else { throw CrashingStore.crash }
        remaining -= 1
        return rows
    }

    var now: Date { rows.now }
    func machine(_ id: MachineID) throws -> MachineRecord? { try step().machine(id) }
    func save(_ machine: MachineRecord) throws { try step().save(machine) }
    func machines(inState name: String?, after id: MachineID?, limit: Int) throws -> [MachineRecord] {
        try step().machines(inState: name, after: id, limit: limit)
    }
    func counts() throws -> [String: Int] { try step().counts() }
    func event(_ id: MachineID, of machine: MachineID) throws -> EventRecord? { try step().event(id, of: machine) }
    func append(_ event: EventRecord) throws { try step().append(event) }
    func events(of machine: MachineID, after number: Int, limit: Int) throws -> [EventRecord] {
        try step().events(of: machine, after: number, limit: limit)
    }
    func search(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> EventSearch {
        try step().search(old, after: key, limit: limit)
    }
    func remove(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> Removal {
        try step().remove(old, after: key, limit: limit)
    }
    func jobs(of machine: MachineID) throws -> [JobRecord] { try step().jobs(of: machine) }
    func jobs(from first: MachineID, through last: MachineID) throws -> [JobRecord] {
        try step().jobs(from: first, through: last)
    }
    func job(_ key: JobRecord.Key) throws -> JobRecord? { try step().job(key) }
    func save(_ job: JobRecord) throws { try step().save(job) }
    func delete(_ key: JobRecord.Key) throws { try step().delete(key) }
    func takeableJobs(_ search: JobSearch, limit: Int) throws -> [JobRecord] {
        try step().takeableJobs(search, limit: limit)
    }
    func lockTakeableMachines(_ search: JobSearch, limit: Int) throws -> [MachineID] {
        try step().lockTakeableMachines(search, limit: limit)
    }
    func limitLockWaits(to limit: Duration) throws { try step().limitLockWaits(to: limit) }
    func lockJobs(_ keys: [JobRecord.Key]) throws -> [JobLock] { try step().lockJobs(keys) }
    func jobs(_ filter: JobFilter, after key: JobRecord.Key?, limit: Int) throws -> [JobRecord] {
        try step().jobs(filter, after: key, limit: limit)
    }
    func queueStates(shape: Int) throws -> QueueStates { try step().queueStates(shape: shape) }
    func control(_ subject: ControlRecord.Subject, waits: Bool) throws -> ControlRecord? {
        try step().control(subject, waits: waits)
    }
    func lockedControl(_ subject: ControlRecord.Subject) throws -> ControlRecord { try step().lockedControl(subject) }
    func save(_ control: ControlRecord) throws { try step().save(control) }
    func jobCounts() throws -> [JobCount] { try step().jobCounts() }
    func limitedJobs(in queue: String, at date: Date) throws -> Int { try step().limitedJobs(in: queue, at: date) }
    func limitHeldJobs(of queue: String) throws { try step().limitHeldJobs(of: queue) }
    func overview() throws -> FleetOverview { try step().overview() }
}
