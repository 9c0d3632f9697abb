import Foundation
import StateMachineCommandLine

/// The queues of jobs, and what is set for them.
extension SQLTransaction {
    func queueStates(shape: Int) throws -> QueueStates {
        let queues = isPostgreSQL ? FleetStatements.queues : FleetStatements.queuesByIndex
        let queries = [
            statement(queues, [.integer(shape)]), statement(FleetStatements.controls),
            statement(FleetStatements.limitedLeases),
        ]
        let results = try read(queries).map { $0.map(SQLRow.init) }
        var states = QueueStates()
        for row in results[0] { if !row.isNull(1) { states.nextTakes[row.text(0)] = row.date(1) } }
        for row in results[1] { states.controls.append(try record(control: row)) }
        for row in results[2] { states.limitedLeases[row.text(0), default: []].append(row.date(1)) }
        return states
    }

    func control(_ subject: ControlRecord.Subject, waits: Bool) throws -> ControlRecord? {
        let locked = waits ? FleetStatements.lockedControl : FleetStatements.unlockedControl
        let sql = isWriting && isPostgreSQL ? locked : FleetStatements.control
        return try rows(sql, Self.key(subject), record(control:)).first
    }

    func lockedControl(_ subject: ControlRecord.Subject) throws -> ControlRecord {
        let none = ControlRecord(subject)
        // A row that does not exist cannot be locked.
        if isPostgreSQL { try write(FleetStatements.addNewControl, Self.key(subject) + Self.values(none)) }
        return try control(subject) ?? none
    }

    func save(_ control: ControlRecord) throws {
        let key = Self.key(control.subject)
        guard !control.isDefault else { return try write(FleetStatements.deleteControl, key) }
        try write(
            isPostgreSQL ? FleetStatements.replaceControlInPostgreSQL : FleetStatements.replaceControlInSQLite,
            key + Self.values(control)
        )
    }

    func limitedJobs(in queue: String, at date: Date) throws -> Int {
        try rows(FleetStatements.limitedJobs, [.text(queue), .date(date)]) { $0.integer(0) }.first ?? 0
    }

    func limitHeldJobs(of queue: String) throws { try run(FleetStatements.limitHeldJobs, [.text(queue)]) }

    func jobCounts() throws -> [JobCount] {
        try rows(FleetStatements.jobCounts, [.date(now)]) { row throws(DurableStoreError) in
            guard let state = StoredJobState.Name(rawValue: row.text(1)) else {
                throw damaged("a job has the state “\(row.text(1).abbreviated(after: 40))”")
            }
            return JobCount(
                queue: row.text(0),
                state: state,
                isDue: row.integer(2) != 0,
                count: row.integer(3),
                first: row.isNull(4) ? nil : row.date(4)
            )
        }
    }

    // MARK: Rows

    private static func key(_ subject: ControlRecord.Subject) -> [FleetSQLValue] {
        switch subject {
        case .fleet: [.text("fleet"), .text("")]
        case .queue(let name): [.text("queue"), .text(name)]
        case .machine(let id): [.text("machine"), .id(id)]
        }
    }

    private static func values(_ control: ControlRecord) -> [FleetSQLValue] {
        [
            .optional(control.pausedSince, FleetSQLValue.date), .optional(control.reason, FleetSQLValue.text),
            .optional(control.jobLimit, FleetSQLValue.integer),
            .optional(control.startLimit, FleetSQLValue.integer), .integer(control.period.microseconds),
            .optional(control.nextStart, FleetSQLValue.date), .integer(control.headStart.microseconds),
        ]
    }

    private func record(control row: SQLRow) throws(DurableStoreError) -> ControlRecord {
        let subject: ControlRecord.Subject =
            switch row.text(0) {
            case "fleet": .fleet
            case "queue": .queue(row.text(1))
            case "machine": .machine(try id(row.text(1)))
            default: throw damaged("a control has the kind “\(row.text(0).abbreviated(after: 40))”")
            }
        var control = ControlRecord(subject)
        control.pausedSince = row.isNull(2) ? nil : row.date(2)
        control.reason = row.optionalText(3)
        control.jobLimit = row.isNull(4) ? nil : row.integer(4)
        control.startLimit = row.isNull(5) ? nil : row.integer(5)
        control.period = .microseconds(row.integer(6))
        control.nextStart = row.isNull(7) ? nil : row.date(7)
        control.headStart = .microseconds(row.integer(8))
        return control
    }
}

extension Duration {
    /// The duration in whole microseconds.
    fileprivate var microseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}
