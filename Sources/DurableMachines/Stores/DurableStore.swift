package import Foundation
import StateMachines

/// A place where fleets keep their machines: memory, a file or a database.
///
/// ```swift
/// let store: any DurableStore = try SQLiteStore(path: "orders.db")
/// let orders = try Fleet<Order>(in: store)
/// ```
///
/// This module contains ``InMemoryStore``, ``SQLiteStore`` and ``PostgreSQLStore``. Your own type
/// can wrap one of them and pass on its rows, for example to close something else together with the
/// store.
public protocol DurableStore: Sendable {
    /// The store's rows, which only fleets can read and write.
    var rows: StoreRows { get }

    /// Performs the waiting transactions, and then closes files and connections.
    func close() async
}

/// The rows of a store.
///
/// Only the stores of this module create such a value. Your own store passes it on.
public struct StoreRows: Sendable {
    package let store: any RowStore

    package init(_ store: any RowStore) { self.store = store }
}

/// The transactions of a store.
///
/// A store knows only about rows. The fleet decides what they mean.
package protocol RowStore: Sendable {
    /// Performs reads and writes as one transaction.
    ///
    /// The changes are durable when the method returns. Nothing is changed if the closure throws.
    /// If the method throws an error of the database, the transaction may or may not have been
    /// committed. The caller can then perform it again, because events and jobs have IDs.
    ///
    /// Transactions that involve the same machine are performed one after the other.
    ///
    /// - Parameters:
    ///   - kind: What the transaction is about.
    ///   - fleet: The name of the fleet: lowercase letters, digits and underscores.
    ///   - body: The reads and writes. The store calls the closure on one of its threads, and again
    ///     if the database requires it to repeat the transaction.
    func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Performs reads on a single consistent version of the data.
    func read<Result: Sendable>(
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result

    /// Calls a closure when another process has probably made a job due, for as long as a body
    /// runs.
    ///
    /// A hint can be lost, late or doubled.
    func withHints<Result: Sendable>(
        of fleet: String,
        _ receive: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result

    /// Tells other processes that a job is probably due, unless a transaction of the store has
    /// done so.
    func sendHint(to fleet: String) async
}

extension RowStore {
    /// Performs the body, for a store whose processes cannot tell each other anything.
    package func withHints<Result: Sendable>(
        of fleet: String,
        _ receive: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result {
        await body()
    }

    /// Does nothing.
    package func sendHint(to fleet: String) async {}
}

/// What a transaction that writes is about.
package enum WriteKind: Hashable, Sendable {
    /// Any machines. If transactions arrive at the same time, a store may commit them together,
    /// unless one needs a commit of its own.
    case shared(isAlone: Bool = false)

    /// One machine. A store with several connections lets such transactions on the same machine
    /// wait for each other in the process, so that they do not use up its connections.
    case machine(MachineID, isAlone: Bool = false)

    /// The leases of jobs, which must not wait for other transactions. The store gives up after the
    /// given time.
    case renewal(within: Duration)

    /// Whether the transaction needs a commit of its own.
    package var isAlone: Bool {
        switch self {
        case .shared(let isAlone), .machine(_, let isAlone): isAlone
        case .renewal: false
        }
    }

    /// The only machine of the transaction.
    package var machine: MachineID? {
        if case .machine(let machine, _) = self { machine } else { nil }
    }

    /// The time within which the store has to answer; `nil` for that of the store.
    package var limit: Duration? {
        if case .renewal(let limit) = self { limit } else { nil }
    }
}

/// The reads and writes of one transaction.
///
/// Read the machine before its jobs. In a transaction that writes, this locks the machine until the
/// end of the transaction.
package protocol StoreTransaction {
    /// The time, by the clock of the store.
    var now: Date { get }

    /// Announces that the transaction will read a machine, its jobs and one of its events.
    ///
    /// A store can read all of them in one round trip, and lock the machine.
    ///
    /// - Parameters:
    ///   - id: The machine.
    ///   - eventID: The event's ID; `nil` for none.
    func prefetch(_ id: MachineID, event eventID: MachineID?) throws

    /// Limits the time that each later statement of the transaction waits for the locks of others.
    func limitLockWaits(to limit: Duration) throws

    // MARK: Machines

    /// The row of a machine, even if the machine was deleted; `nil` if it was never created.
    func machine(_ id: MachineID) throws -> MachineRecord?

    /// Adds the row of a machine or replaces it.
    func save(_ machine: MachineRecord) throws

    /// The machines that are not deleted, ordered by their names.
    ///
    /// - Parameters:
    ///   - name: The name of a state whose machines are returned; `nil` for all.
    ///   - id: The name after which the result begins; `nil` for the beginning.
    ///   - limit: The maximum number of rows.
    func machines(inState name: String?, after id: MachineID?, limit: Int) throws -> [MachineRecord]

    /// The number of machines by the names of their states, not counting deleted machines.
    func counts() throws -> [String: Int]

    // MARK: History

    /// The event with the given ID; `nil` if the machine has had no such event.
    func event(_ id: MachineID, of machine: MachineID) throws -> EventRecord?

    /// Adds a row to the history of a machine.
    func append(_ event: EventRecord) throws

    /// The rows of a machine's history, in order.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - number: The number after which the result begins.
    ///   - limit: The maximum number of rows.
    func events(of machine: MachineID, after number: Int, limit: Int) throws -> [EventRecord]

    /// Searches for an old row of the history.
    ///
    /// - Parameters:
    ///   - old: The rows that are old.
    ///   - key: The row after which the examined rows begin; `nil` for the beginning.
    ///   - limit: The maximum number of examined rows, which are ordered by their keys.
    func search(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> EventSearch

    /// Removes old events or their contents.
    ///
    /// - Parameters:
    ///   - old: The rows that are old, and what is removed.
    ///   - key: The row after which the examined rows begin; `nil` for the beginning.
    ///   - limit: The maximum number of examined rows, which are ordered by their keys.
    func remove(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> Removal

    // MARK: Jobs

    /// The jobs of a machine, ordered by version and ordinal.
    func jobs(of machine: MachineID) throws -> [JobRecord]

    /// The jobs of all machines whose names lie between two names, which are included, ordered by
    /// machine, version and ordinal.
    func jobs(from first: MachineID, through last: MachineID) throws -> [JobRecord]

    /// A job; `nil` if it was deleted.
    func job(_ key: JobRecord.Key) throws -> JobRecord?

    /// Adds the row of a job or replaces it.
    func save(_ job: JobRecord) throws

    /// Deletes the row of a job.
    func delete(_ key: JobRecord.Key) throws

    /// The jobs of a search, in the order of their waiting times, the longest first.
    func takeableJobs(_ search: JobSearch, limit: Int) throws -> [JobRecord]

    /// Among the machines that no other transaction has locked, those whose jobs have waited
    /// longest.
    ///
    /// This locks the machines without waiting.
    ///
    /// - Parameters:
    ///   - search: The jobs.
    ///   - limit: The maximum number of machines.
    func lockTakeableMachines(_ search: JobSearch, limit: Int) throws -> [MachineID]

    /// Locks jobs without waiting, and without locking their machines.
    ///
    /// A lease can thus be renewed while the machine is locked.
    ///
    /// - Returns: A result for each key, in the same order.
    func lockJobs(_ keys: [JobRecord.Key]) throws -> [JobLock]

    /// The jobs that an operator looks for, ordered by machine, version and ordinal; due jobs by
    /// their waiting times, the longest first.
    ///
    /// - Parameters:
    ///   - filter: The jobs.
    ///   - key: The job after which the result begins; `nil` for the beginning.
    ///   - limit: The maximum number of rows.
    func jobs(_ filter: JobFilter, after key: JobRecord.Key?, limit: Int) throws -> [JobRecord]

    // MARK: Queues

    /// The queues that have jobs, and what is set for them.
    ///
    /// - Parameter shape: The highest shape that the activities of the jobs may have.
    func queueStates(shape: Int) throws -> QueueStates

    /// What is set for a subject, which a transaction that writes locks until its end.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - waits: Whether to wait for a transaction that has locked it; otherwise, the result is
    ///     then `nil`.
    func control(_ subject: ControlRecord.Subject, waits: Bool) throws -> ControlRecord?

    /// What is set for a subject, which the transaction locks even if nothing is set.
    func lockedControl(_ subject: ControlRecord.Subject) throws -> ControlRecord

    /// Adds a record or replaces it, or deletes it if it changes nothing.
    func save(_ control: ControlRecord) throws

    /// The numbers of jobs by queue and state. This reads all jobs.
    func jobCounts() throws -> [JobCount]

    /// The number of jobs of a queue that count for its limit and whose leases end after a date.
    func limitedJobs(in queue: String, at date: Date) throws -> Int

    /// Lets the jobs of a queue that workers have count for its limit.
    func limitHeldJobs(of queue: String) throws

    // MARK: Operating

    /// The figures of the fleet and its first jobs, for which a limited number of rows is read.
    func overview() throws -> FleetOverview
}

/// The jobs of a queue that may be taken at a certain time.
package struct JobSearch: Hashable, Sendable {
    /// The queue.
    package let queue: String

    /// The time.
    package let date: Date

    /// The highest shape that the activities of the jobs may have.
    package let shape: Int

    /// Whether the jobs of paused machines are left out, which takes longer.
    package let skipsPausedMachines: Bool

    /// Creates a search.
    package init(in queue: String, at date: Date, shape: Int, skipsPausedMachines: Bool = false) {
        (self.queue, self.date, self.shape) = (queue, date, shape)
        self.skipsPausedMachines = skipsPausedMachines
    }
}

extension StoreTransaction {
    /// The queues that have jobs of any shape, and what is set for them.
    package func queueStates() throws -> QueueStates { try queueStates(shape: .max) }

    /// The earliest time at which a job may be taken; `nil` if no job has such a time.
    package func nextTake() throws -> Date? { try queueStates().nextTakes.values.min() }

    /// The parked jobs, ordered by machine.
    package func parkedJobs(after key: JobRecord.Key?, limit: Int) throws -> [JobRecord] {
        try jobs(JobFilter(.parked), after: key, limit: limit)
    }

    /// What is set for a subject, for a store whose writing transactions exclude each other.
    package func lockedControl(_ subject: ControlRecord.Subject) throws -> ControlRecord {
        try control(subject) ?? ControlRecord(subject)
    }

    /// What is set for a subject, after other transactions that have locked it.
    package func control(_ subject: ControlRecord.Subject) throws -> ControlRecord? {
        try control(subject, waits: true)
    }

    /// Does nothing: each call reads its own rows.
    package func prefetch(_ id: MachineID, event eventID: MachineID?) {}

    /// Does nothing: the store waits only at the beginning of a transaction.
    package func limitLockWaits(to limit: Duration) {}

    /// The machines of the jobs that have waited longest, for a store whose writing transactions
    /// exclude each other.
    package func lockTakeableMachines(_ search: JobSearch, limit: Int) throws -> [MachineID] {
        try takeableJobs(search, limit: limit).map(\.key.machine).uniqued()
    }

    /// The jobs, for a store whose writing transactions exclude each other.
    package func lockJobs(_ keys: [JobRecord.Key]) throws -> [JobLock] {
        try keys.map { try job($0).map(JobLock.locked) ?? .deleted }
    }
}

/// The result of locking a job without waiting.
package enum JobLock: Hashable, Sendable {
    /// The job is locked until the end of the transaction.
    case locked(JobRecord)

    /// Another transaction is changing the job.
    case busy

    /// There is no such job.
    case deleted
}
