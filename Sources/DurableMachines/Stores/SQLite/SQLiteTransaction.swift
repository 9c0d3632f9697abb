import Foundation

/// The reads and writes of one transaction.
final class SQLiteTransaction: SQLTransaction {
    let now: Date
    let connection: SQLiteConnection
    let dialect = FleetSQLDialect.sqlite

    private let fleet: String
    private let isWriting: Bool

    /// The first error, after which the transaction is undone, even if its closure has caught it.
    private(set) var failure: DurableStoreError?

    /// The machine and the event that the caller of ``prefetch(_:event:)`` will read.
    private var announced: (machine: MachineID, event: MachineID?)?

    /// The machine that was read last.
    private var known: KnownMachine?

    /// The row of a machine, and an identifier that none of its events has.
    private struct KnownMachine {
        let id: MachineID

        /// The row; `nil` if there is none.
        var record: MachineRecord?

        /// The identifier of an event that the machine has not had.
        var newEvent: MachineID?
    }

    init(on connection: SQLiteConnection, fleet: String, isWriting: Bool, now: Date) {
        self.connection = connection
        self.fleet = fleet
        self.isWriting = isWriting
        // A date that is stored and read again is equal to itself.
        self.now = Microseconds(now).date
    }

    /// Performs a statement and returns the number of rows that it has changed.
    func change(_ sql: String, _ values: [FleetSQLValue]) throws(DurableStoreError) -> Int {
        try perform { () throws(DurableStoreError) in
            guard isWriting else {
                throw .failed(connection.path, code: "8", message: "A transaction that only reads cannot write.")
            }
            let changed = try connection.run(sql, in: fleet, values)
            connection.counts.rowsChanged += changed
            return changed
        }
    }

    private func perform<Result>(_ statement: () throws(DurableStoreError) -> Result) throws(DurableStoreError)
        -> Result
    {
        if let failure { throw failure }
        do throws(DurableStoreError) {
            try connection.checkTransaction()
            return try statement()
        } catch {
            failure = error
            throw error
        }
    }

    func run(_ sql: String, _ values: [FleetSQLValue]) throws(DurableStoreError) { _ = try change(sql, values) }

    /// Performs a query and converts its rows.
    func rows<Row>(
        _ sql: String,
        _ values: [FleetSQLValue],
        _ row: (SQLiteStatement) throws(DurableStoreError) -> Row
    ) throws(DurableStoreError) -> [Row] {
        try perform { () throws(DurableStoreError) in try connection.rows(sql, in: fleet, values, row) }
    }

    /// The error for a row that no store has written.
    func damaged(_ reason: String) -> DurableStoreError { .damaged(connection.path, reason: reason) }

    // MARK: Machines

    /// Notes the event, so that one statement reads the machine and looks for the event.
    func prefetch(_ id: MachineID, event eventID: MachineID?) { announced = (id, eventID) }

    func machine(_ id: MachineID) throws -> MachineRecord? {
        if let known, known.id == id { return known.record }
        let event = announced?.machine == id ? announced?.event : nil
        let found = try rows(FleetStatements.machineAndEvent, [.id(id), .optional(event, FleetSQLValue.id)]) {
            row throws(DurableStoreError) in
            KnownMachine(id: id, record: try record(machine: row), newEvent: row.integer(6) == 0 ? event : nil)
        }.first
        known = found ?? KnownMachine(id: id)
        return found?.record
    }

    func save(_ machine: MachineRecord) throws {
        let values = Self.values(machine)
        guard let known, known.id == machine.id else {
            if try change(FleetStatements.changeMachine, values) == 0 { try run(FleetStatements.addMachine, values) }
            return
        }
        switch known.record {
        case nil: try run(FleetStatements.addMachine, values)
        case let record?:
            let hasSameName = record.hasSameName(as: machine)
            let statement = hasSameName ? FleetStatements.changeStateOfMachine : FleetStatements.changeMachine
            guard try change(statement, values) == 1 else {
                throw damaged("the row of “\(machine.id)” cannot be found again")
            }
        }
        self.known?.record = machine
    }

    // MARK: Events and jobs

    func event(_ id: MachineID, of machine: MachineID) throws -> EventRecord? {
        if let known, known.id == machine, known.newEvent == id { return nil }
        return try rows(FleetStatements.event(in: .sqlite), [.id(machine), .id(id)], record(event:)).first
    }

    func append(_ event: EventRecord) throws {
        if known?.newEvent == event.id { known?.newEvent = nil }
        try run(FleetStatements.appendEvent(hasID: event.id != nil, in: .sqlite), Self.values(event))
    }

    func save(_ job: JobRecord) throws {
        guard let values = Self.values(job) else { return try delete(job.key) }
        try run(FleetStatements.replaceJobInSQLite, values)
    }

    static var parkedJobs: String { FleetStatements.parkedJobsByIndex }
}

extension MachineRecord {
    /// Whether two rows of a machine have the same place in the index of names.
    fileprivate func hasSameName(as other: MachineRecord) -> Bool {
        name.utf8.elementsEqual(other.name.utf8) && (state == nil) == (other.state == nil)
    }
}
