import Foundation
public import StateMachines

/// All of a definition's durable machines in one store, such as a shop's orders.
///
/// A fleet keeps each machine's state in the store and handles each event in a transaction. An
/// activity's work is stored as a job. The fleet's workers perform these jobs, in any process that
/// uses the store.
///
/// You choose a name for each machine and an ID for each event. In this example, `"order-42"` is a
/// machine's name, and `"request-7"` is an event's ID:
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
/// The closure performs one job. When it returns an event, the fleet ends the job and sends the
/// event to the job's machine. With `send`, the closure can send other events before it returns.
///
/// The method ``send(_:to:eventID:ifVersion:)`` stores the event, the new state, and any started or
/// ended jobs in one transaction, and returns after the commit. If the method throws
/// ``FleetError/store(_:)``, the transaction may or may not have been committed. Either way, you
/// can repeat the call with the same event ID, and the event is handled only once.
public struct Fleet<Definition: DurableDefinition>: Sendable, CustomStringConvertible {
    /// The fleet's name in its store.
    public let name: String

    /// The type's name with the fleet's name, such as `Fleet(orders)`.
    public var description: String { "Fleet(\(name))" }

    let store: any RowStore
    let settings: FleetSettings
    let report: @Sendable (FleetReport) -> Void
    let wakeUp = WakeUp()

    /// The time since the fleet was opened, by `settings.clock`.
    let elapsed: @Sendable () -> Duration
    let activities = DecodedActivities<Definition.Activity>()

    /// Opens a fleet.
    ///
    /// - Parameters:
    ///   - store: Where the machines are stored. The store creates the fleet's tables if they don't
    ///     exist.
    ///   - name: The fleet's name: up to 40 lowercase letters, digits, and underscores. By default,
    ///     it's the definition's name in lowercase letters.
    ///   - settings: Settings such as limits, the poll interval, and the lease, which is the time
    ///     that a worker has a job to itself.
    ///   - report: An observer that receives a report of each event, job, and error in this
    ///     process. The fleet may call this closure on several threads at once. The closure must
    ///     return quickly.
    /// - Throws: ``FleetError/invalidFleetName(_:)``.
    /// - Precondition: The lease and the poll interval are longer than zero.
    public init(
        in store: some DurableStore,
        name: String? = nil,
        settings: FleetSettings = FleetSettings(),
        report: @escaping @Sendable (FleetReport) -> Void = { _ in }
    ) throws(FleetError) {
        // Without the parameters of a generic definition.
        let name = name ?? String("\(Definition.self)".lowercased().prefix { $0 != "<" })
        try FleetName.check(name)
        precondition(settings.lease > .zero, "A lease must be longer than zero.")
        precondition(settings.pollInterval > .zero, "The time between two searches must be longer than zero.")
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

    /// Creates a machine, unless it exists already.
    ///
    /// You can safely repeat the call, because it doesn't change an existing machine.
    ///
    /// - Parameters:
    ///   - id: The machine's name: 1 to 512 bytes of UTF-8. Names are compared byte by byte.
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
        /// The call created the machine.
        case created
        /// The machine already existed and did not change.
        case existed
    }

    /// Sends an event to a machine, and returns once the outcome is committed.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The machine's name.
    ///   - eventID: The event's ID, which you choose. If you send the event again with this ID, the
    ///     machine doesn't handle it again, and the call returns the first outcome. Sending a
    ///     different event with this ID throws ``FleetError/otherEvent(_:eventID:)``. But once the
    ///     first event's payload is removed from the history, any event with this ID counts as the
    ///     same event.
    ///   - version: The version that the machine must have; `nil` for any. Each change to a machine
    ///     increases its version; see ``StoredMachine/version``.
    /// - Returns: The outcome, which tells you whether the machine handled or rejected the event.
    /// - Throws: A ``FleetError``. If the error isn't ``FleetError/store(_:)``, nothing has
    ///   changed. If the task is cancelled, the call stops waiting and throws
    ///   ``FleetError/cancelled`` or, during the commit, ``FleetError/store(_:)``.
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

    /// Returns a closure with the reads and writes of ``send(_:to:eventID:ifVersion:)``.
    ///
    /// The closure's result includes the reports for the observer.
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
    /// No other event can change the machine in the meantime.
    ///
    /// ```swift
    /// try await orders.transaction(on: "order-42") { order in
    ///     if case .placed = order.state { try order.send(.pay, eventID: "request-7") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The machine's name.
    ///   - body: A closure that reads the state and sends events. If the closure throws, nothing
    ///     changes. The fleet may call the closure more than once, because a database can require a
    ///     transaction to be repeated.
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
    /// The machine's jobs end, and workers cancel the work of those jobs. The history stays until
    /// you remove it with ``removeHistory(of:before:keeping:)``.
    ///
    /// - Parameter id: The machine's name.
    /// - Throws: ``FleetError/noMachine(_:)`` if no machine has this name.
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
    ///   - kind: The kind of transaction.
    ///   - start: When the call or the work began. The durations in event reports are measured from
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

    /// Checks an event ID that a caller has chosen.
    ///
    /// IDs that begin with U+0001 belong to jobs.
    static func eventID(_ text: String) throws(FleetError) -> MachineID {
        guard text.utf8.first != 1 else { throw .invalidID(text) }
        return try MachineID(text)
    }
}
