import Foundation
public import StateMachines

/// The durable machines of one definition, such as a shop's orders, which are kept in a store.
///
/// A fleet keeps each machine's state in the store and handles each event in a transaction. An
/// activity's work is stored as a *job*, which a worker performs in any process that uses the
/// store.
///
/// Machines and events have IDs that you choose. This example's machine is `"order-42"`, and its
/// event is `"request-7"`:
///
/// ```swift
/// let orders = try Fleet<Order>(in: SQLiteStore(path: "orders.db"))
/// try await orders.create("order-42", in: .placed(cents: 4_200))
/// let outcome = try await orders.send(.pay, to: "order-42", eventID: "request-7")
/// try await orders.run(workers: 8) { job, send in
///     switch job.activity {
///     case .charge(let cents):
///         let isCharged = try await bank.charge(cents, key: job.id)
///         return isCharged ? .didCharge : .wasDeclined
///     case .expiry: return .expire
///     }
/// }
/// ```
///
/// Each call of the closure performs one job. When it returns an event, the fleet ends the job and
/// sends the event to the job's machine. When it returns `nil`, the fleet only ends the job. With
/// `send`, the closure can send other events before it returns.
///
/// ``send(_:to:eventID:ifVersion:)`` stores the event, the new state, and any changes to jobs in a
/// single transaction, and returns after the commit. If the call throws ``FleetError/store(_:)``,
/// the transaction may or may not have been committed. Either way, you can repeat the call with the
/// same event ID, and the event is handled only once.
public struct Fleet<Definition: DurableDefinition>: Sendable, CustomStringConvertible {
    /// The fleet's name in its store.
    public let name: String

    /// A short description, such as `Fleet(orders)`.
    public var description: String { "Fleet(\(name))" }

    let store: any RowStore
    let settings: FleetSettings
    let report: @Sendable (FleetReport) -> Void
    let wakeUp = WakeUp()

    /// The time since the fleet was opened, measured by `settings.clock`.
    let elapsed: @Sendable () -> Duration
    let activities = DecodedActivities<Definition.Activity>()

    /// Opens a fleet.
    ///
    /// - Parameters:
    ///   - store: Where the machines are stored. If the fleet's tables don't exist, the store
    ///     creates them.
    ///   - name: Up to 40 characters: lowercase letters, digits, and underscores. The default is
    ///     the definition's name in lowercase.
    ///   - settings: Limits and intervals, such as how long a worker has a job to itself.
    ///   - report: An observer that receives a report of each event, job, and error in this
    ///     process. It must return quickly, and the fleet may call it on several threads at once.
    /// - Throws: ``FleetError/invalidFleetName(_:)``.
    /// - Precondition: The lease and the poll interval are greater than zero.
    public init(
        in store: some DurableStore,
        name: String? = nil,
        settings: FleetSettings = FleetSettings(),
        report: @escaping @Sendable (FleetReport) -> Void = { _ in }
    ) throws(FleetError) {
        // Without the parameters of a generic definition.
        let name = name ?? String("\(Definition.self)".lowercased().prefix { $0 != "<" })
        try FleetName.check(name)
        precondition(settings.lease > .zero, "FleetSettings.lease must be longer than zero.")
        precondition(settings.pollInterval > .zero, "FleetSettings.pollInterval must be longer than zero.")
        self.name = name
        self.store = store.rows.store
        self.settings = settings
        self.report = report
        elapsed = Self.elapsed(settings.clock)
    }

    private static func elapsed<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    /// Creates a machine unless it already exists.
    ///
    /// You can safely repeat the call, because it doesn't change an existing machine.
    ///
    /// - Parameters:
    ///   - id: The machine's ID: 1 to 512 bytes of UTF-8, without zero bytes. IDs are compared byte
    ///     by byte.
    ///   - state: The initial state. Its activities become jobs.
    /// - Returns: ``Fleet/Creation/created``, or ``Fleet/Creation/existed`` if the machine already
    ///   existed.
    @discardableResult
    public func create(_ id: String, in state: Definition) async throws(FleetError) -> Creation {
        let id = try MachineID(id)
        let creation = try await write(.machine(id)) { rows in
            try rows.prefetch(id, event: nil)
            return try StoredMachine<Definition>.create(id, in: state, of: self, rows: rows)
        }
        if creation.result == .created {
            report(.created(machine: creation.machine))
            wakeUp.signal()
        }
        return creation.result
    }

    /// The result of creating a machine.
    public enum Creation: Hashable, Sendable {
        /// This call created the machine.
        case created
        /// A machine with this ID already existed and did not change.
        case existed
    }

    /// Sends an event to a machine and returns once the outcome is committed.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The machine's ID.
    ///   - eventID: The event's ID, which you choose. If you send the event again with this ID, the
    ///     machine doesn't handle it again, and the call returns the first outcome. Sending a
    ///     different event with this ID throws ``FleetError/otherEvent(_:eventID:)``. Once the
    ///     first event's payload has been removed from the history, though, the fleet can no longer
    ///     compare the two, and any event with this ID counts as the same one.
    ///   - version: The ``StoredMachine/version`` that you expect, or `nil` for any. If the machine
    ///     is at another version, the call throws ``FleetError/otherVersion(_:expected:found:)``,
    ///     unless the event was sent before with this ID.
    /// - Returns: The outcome: handled or rejected.
    /// - Throws: A ``FleetError``. Unless it's ``FleetError/store(_:)``, nothing changed. If the
    ///   task is cancelled, the call stops waiting and throws ``FleetError/cancelled`` or, during
    ///   the commit, ``FleetError/store(_:)``.
    @discardableResult
    public func send(
        _ event: Definition.Event,
        to id: String,
        eventID: String,
        ifVersion version: Int? = nil
    ) async throws(FleetError) -> FleetOutcome<Definition> {
        let body = try sending(event, to: id, eventID, ifVersion: version)
        let id = try MachineID(id)
        return try await timed(id) { rows, reports in
            let result = try body(rows)
            reports = result.reports
            return result.outcome
        }
    }

    /// Returns a closure that does the reads and writes for ``send(_:to:eventID:ifVersion:)``.
    ///
    /// Its result includes reports for the observer.
    func sending(
        _ event: Definition.Event,
        to id: String,
        _ eventID: String,
        ifVersion version: Int?
    ) throws(FleetError)
        -> @Sendable (any StoreTransaction) throws -> (
            outcome: FleetOutcome<Definition>, reports: [FleetReport]
        )
    {
        let eventID = try Self.eventID(eventID)
        let id = try MachineID(id)
        return { rows in
            try rows.prefetch(id, event: eventID)
            let record = try rows.machine(id)
            if let outcome = try StoredMachine<Definition>.formerOutcome(of: event, eventID, on: id, rows: rows) {
                return (outcome, record.map { [.event(FleetReport.Machine($0, in: name), outcome)] } ?? [])
            }
            var machine = try StoredMachine<Definition>(record, id, of: self, rows: rows)
            if let version, version != machine.version {
                throw FleetError.otherVersion(id.text, expected: version, found: machine.version)
            }
            let outcome = try machine.handle(event, eventID)
            return (outcome, machine.reports + [.event(machine.labels, outcome)])
        }
    }

    /// Performs a transaction on one machine.
    ///
    /// No other event can change the machine while the transaction runs.
    ///
    /// ```swift
    /// try await orders.transaction(on: "order-42") { order in
    ///     if case .placed = order.state { try order.send(.pay, eventID: "request-7") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The machine's ID.
    ///   - body: A closure that reads the state and sends events. If it throws, nothing changes.
    ///     The fleet may call it more than once, because a database can require a transaction to be
    ///     repeated.
    /// - Returns: The closure's result.
    /// - Throws: ``FleetTransactionError/thrown(_:)`` with the closure's error, or
    ///   ``FleetTransactionError/fleet(_:)`` if the closure threw a ``FleetError`` or the fleet
    ///   itself failed.
    public func transaction<Result: Sendable>(
        on id: String,
        _ body: @escaping @Sendable (inout StoredMachine<Definition>) throws -> Result
    ) async throws(FleetTransactionError) -> Result {
        do {
            let id = try MachineID(id)
            let result = try await collectingReports(.machine(id, isAlone: true)) { rows, reports in
                try rows.prefetch(id, event: nil)
                var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
                let result: Result
                do { result = try body(&machine) } catch {
                    // The store decides about its own error, which can ask it to repeat this.
                    throw machine.failure ?? (error is FleetError ? error : CallerError(error: error))
                }
                if let failure = machine.failure { throw failure }
                reports = machine.reports
                return result
            }
            wakeUp.signal()
            return result
        } catch {
            throw FleetTransactionError(error)
        }
    }

    /// Deletes a machine.
    ///
    /// Its jobs end, and workers cancel any that are running. Its history stays until you remove it
    /// with ``removeHistory(of:before:keeping:)``.
    ///
    /// - Parameter id: The machine's ID.
    /// - Throws: ``FleetError/noMachine(_:)`` if no machine has this ID.
    public func delete(_ id: String) async throws(FleetError) {
        let id = try MachineID(id)
        let record = try await write(.machine(id)) { rows in try StoredMachine<Definition>.delete(id, rows: rows) }
        report(.deleted(machine: FleetReport.Machine(record, in: name)))
    }

    func write<Result: Sendable>(
        _ kind: WriteKind = .shared(),
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws(FleetError) -> Result {
        do {
            try Task.checkCancellation()
            return try await store.write(kind, fleet: name, body)
        } catch {
            throw FleetError(error)
        }
    }

    /// Performs a write, and then passes the collected reports to the observer.
    ///
    /// - Parameters:
    ///   - kind: What the transaction locks, and how.
    ///   - start: When the call or the work began. Durations in event reports are measured from
    ///     here.
    ///   - body: The write.
    func writeAndReport<Result: Sendable>(
        _ kind: WriteKind = .shared(),
        since start: ContinuousClock.Instant = .now,
        _ body: @escaping @Sendable (any StoreTransaction, inout [FleetReport]) throws -> Result
    ) async throws(FleetError) -> Result {
        do { return try await collectingReports(kind, since: start, body) } catch { throw FleetError(error) }
    }

    private func collectingReports<Result: Sendable>(
        _ kind: WriteKind,
        since start: ContinuousClock.Instant = .now,
        _ body: @escaping @Sendable (any StoreTransaction, inout [FleetReport]) throws -> Result
    ) async throws -> Result {
        try Task.checkCancellation()
        let (result, reports) = try await store.write(kind, fleet: name) { rows in
            var reports: [FleetReport] = []
            let result = try body(rows, &reports)
            return (result, reports)
        }
        for report in reports { self.report(report.lasting(since: start)) }
        return result
    }

    /// Sends an event, and wakes the workers for the jobs that it creates.
    func timed(
        _ id: MachineID,
        _ body:
            @escaping @Sendable (any StoreTransaction, inout [FleetReport]) throws -> FleetOutcome<Definition>
    ) async throws(FleetError) -> FleetOutcome<Definition> {
        let outcome = try await writeAndReport(.machine(id), body)
        if outcome.isHandled { wakeUp.signal() }
        return outcome
    }

    /// Checks an event ID that a caller chose.
    ///
    /// IDs that begin with U+0001 belong to jobs.
    static func eventID(_ text: String) throws(FleetError) -> MachineID {
        guard text.utf8.first != 1 else { throw .invalidID(text) }
        return try MachineID(text)
    }
}
