import Foundation
import StateMachineCommandLine

/// How rows become machines, events and jobs, and the queries of many of them.
extension SQLTransaction {
    func machines(inState name: String?, after id: MachineID?, limit: Int) throws -> [MachineRecord] {
        let values: [FleetSQLValue] = [.text(id?.text ?? ""), .integer(max(0, limit))]
        guard let name else { return try rows(FleetStatements.machines, values, record(machine:)) }
        return try rows(FleetStatements.machinesInState, values + [.text(name)], record(machine:))
    }

    func counts() throws -> [String: Int] {
        let counts = try rows(FleetStatements.counts) { ($0.text(0), $0.integer(1)) }
        // Two names that differ only in their composition are one key in Swift.
        return Dictionary(counts, uniquingKeysWith: +)
    }

    /// The values of the columns `id`, `version`, `last_number`, `shape`, `name`, `state` and
    /// `is_deleted`.
    static func values(_ machine: MachineRecord) -> [FleetSQLValue] {
        [
            .id(machine.id), .integer(machine.version), .integer(machine.lastNumber), .integer(machine.shape),
            .text(machine.name), .optional(machine.state, FleetSQLValue.json), .integer(machine.state == nil ? 1 : 0),
        ]
    }

    func record(machine row: SQLRow) throws(DurableStoreError) -> MachineRecord {
        MachineRecord(
            id: try id(row.text(0)),
            version: row.integer(1),
            lastNumber: row.integer(2),
            shape: row.integer(3),
            name: row.text(4),
            state: row.optionalJSON(5)
        )
    }
}

extension SQLTransaction {
    func events(of machine: MachineID, after number: Int, limit: Int) throws -> [EventRecord] {
        try rows(
            FleetStatements.history,
            [.id(machine), .integer(max(0, number)), .integer(max(0, limit))],
            record(event:)
        )
    }

    /// The values of the columns of an event.
    static func values(_ event: EventRecord) -> [FleetSQLValue] {
        [
            .id(event.machine), .integer(event.number), .optional(event.id, FleetSQLValue.id),
            .text(event.kind.rawValue), .date(event.date), .integer(event.version), .integer(event.shape),
            .optional(event.content, FleetSQLValue.json), .optional(event.output, FleetSQLValue.json),
            .optional(event.words, FleetSQLValue.text),
        ]
    }

    // MARK: Retention

    func search(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> EventSearch {
        func keys(_ sql: String, _ values: [FleetSQLValue]) throws -> EventRecord.Key? {
            try rows(sql, values) { row throws(DurableStoreError) in
                EventRecord.Key(machine: try id(row.text(0)), number: row.integer(1))
            }.first
        }
        let start: [FleetSQLValue] = [.text(key?.machine.text ?? ""), .integer(key?.number ?? 0)]
        let last = try keys(FleetStatements.lastExaminedEvent, start + [.integer(max(1, limit) - 1)])
        // Without a last row, all that are left: each name is shorter and comes before this text.
        let end: [FleetSQLValue] =
            last.map { [.id($0.machine), .integer($0.number)] }
            ?? [.text(String(repeating: "\u{10ffff}", count: 129)), .integer(0)]
        let kept: [FleetSQLValue] = old.kept == 0 ? [] : [.integer(old.kept)]
        let found = try keys(
            FleetStatements.oldEvent(old.part, isKept: old.kept > 0),
            start + [.date(old.date)] + end + kept
        )
        return EventSearch(found: found, last: found == nil ? last : nil)
    }

    func remove(_ old: OldEvents, after key: EventRecord.Key?, limit: Int) throws -> Removal {
        let start: [FleetSQLValue] = [.text(key?.machine.text ?? ""), .integer(key?.number ?? 0)]
        let found = try rows(FleetStatements.examinedEvents, start + [.integer(max(0, limit))]) {
            row throws(DurableStoreError) in
            let key = EventRecord.Key(machine: try id(row.text(0)), number: row.integer(1))
            let last = row.isNull(4) ? nil : row.integer(4)
            return (key, old.contains(key, last: last, date: row.date(2), hasContent: row.integer(3) != 0))
        }
        let removed = found.filter(\.1).map(\.0)
        let statements = FleetStatements.removal(of: old.part, in: dialect.kind)
        for key in removed {
            for statement in statements { try run(statement, [.id(key.machine), .integer(key.number)]) }
        }
        return Removal(count: removed.count, last: found.count < limit ? nil : found.last?.0)
    }

    func record(event row: SQLRow) throws(DurableStoreError) -> EventRecord {
        guard let kind = EventRecord.Kind(rawValue: row.text(3)) else {
            throw damaged("an event of “\(row.text(0))” has the kind “\(row.text(3).abbreviated(after: 40))”")
        }
        return EventRecord(
            machine: try id(row.text(0)),
            number: row.integer(1),
            id: row.isNull(2) ? nil : try id(row.text(2)),
            kind: kind,
            date: row.date(4),
            version: row.integer(5),
            shape: row.integer(6),
            content: row.optionalJSON(7),
            output: row.optionalJSON(8),
            words: row.optionalText(9)
        )
    }
}

extension SQLTransaction {
    func jobs(from first: MachineID, through last: MachineID) throws -> [JobRecord] {
        try rows(FleetStatements.jobsOfMachines, [.id(first), .id(last)], record(job:))
    }

    /// The values of the columns of a job; `nil` for a job that has no row.
    static func values(_ job: JobRecord) -> [FleetSQLValue]? {
        guard let state = StoredJobState(job.state, deaths: job.deaths) else { return nil }
        return job.key.values + [
            .json(job.activity), .integer(job.shape), .date(job.due), .text(state.name.rawValue),
            .integer(state.attempts), .integer(job.failures), .optional(job.nextTake, FleetSQLValue.date),
            .optional(job.predecessor?.machine, FleetSQLValue.id),
            .optional(job.predecessor?.version, FleetSQLValue.integer),
            .optional(job.predecessor?.ordinal ?? (state.mark == 0 ? nil : state.mark), FleetSQLValue.integer),
            .optional(job.lastError, FleetSQLValue.text), .text(job.queue), .integer(job.isLimited ? 1 : 0),
        ]
    }

    // MARK: Jobs of all machines

    func takeableJobs(_ search: JobSearch, limit: Int) throws -> [JobRecord] {
        let sql =
            search.skipsPausedMachines ? FleetStatements.takeableJobsOfActiveMachines : FleetStatements.takeableJobs
        return try rows(sql, Self.values(search, limit: limit), record(job:))
    }

    static func values(_ search: JobSearch, limit: Int) -> [FleetSQLValue] {
        [.text(search.queue), .date(search.date), .integer(search.shape), .integer(max(0, limit))]
    }

    func jobs(_ filter: JobFilter, after key: JobRecord.Key?, limit: Int) throws -> [JobRecord] {
        let start: [FleetSQLValue] = key?.values ?? [.text(""), .integer(0), .integer(0)]
        return try rows(
            FleetStatements.jobs(filter, in: dialect.kind),
            start + [
                .integer(max(0, limit)), .date(now), .text(filter.queue ?? ""), .text(filter.machineState ?? ""),
                .date(now + (.zero - (filter.age ?? .zero))),
            ],
            record(job:)
        )
    }

    // MARK: Rows

    func record(job row: SQLRow) throws(DurableStoreError) -> JobRecord {
        guard let name = StoredJobState.Name(rawValue: row.text(6)) else {
            throw damaged("a job of “\(row.text(0))” has the state “\(row.text(6).abbreviated(after: 40))”")
        }
        // Without a predecessor, its last column is the mark of the state.
        let mark = row.isNull(10) && !row.isNull(12) ? row.integer(12) : 0
        let state = StoredJobState(name: name, attempts: row.integer(7), mark: mark)
        return JobRecord(
            key: JobRecord.Key(machine: try id(row.text(0)), version: row.integer(1), ordinal: row.integer(2)),
            activity: row.json(3),
            shape: row.integer(4),
            due: row.date(5),
            state: state.state,
            failures: row.integer(8),
            deaths: state.deaths,
            nextTake: row.isNull(9) ? nil : row.date(9),
            predecessor: row.isNull(10)
                ? nil
                : JobRecord.Key(machine: try id(row.text(10)), version: row.integer(11), ordinal: row.integer(12)),
            lastError: row.optionalText(13),
            queue: row.text(14),
            isLimited: row.integer(15) != 0
        )
    }
}

extension JobRecord.Key {
    /// The values of the columns of a key.
    var values: [FleetSQLValue] { [.id(machine), .integer(version), .integer(ordinal)] }
}

/// The state of a job and its deaths, as three columns.
///
/// The third one is `predecessor_ordinal`. A job that was taken once waits for no predecessor any
/// more, so the column is free. Programs of earlier versions clear it.
package struct StoredJobState {
    /// A case of ``JobState`` that has a row.
    package enum Name: String, Sendable {
        case waiting
        case held
        case exited
        case done
        case parked
    }

    let name: Name
    let attempts: Int

    /// The number of deaths, or ``alone``; 0 is stored as null.
    let mark: Int

    /// The mark of a job whose worker has no other one.
    private static let alone = 3

    init(name: Name, attempts: Int, mark: Int) {
        (self.name, self.attempts, self.mark) = (name, attempts, mark)
    }

    /// The columns of a state; `nil` for ``JobState/deleted``, which has no row.
    init?(_ state: JobState, deaths: Int) {
        switch state {
        case .waiting(let attempts): self.init(name: .waiting, attempts: attempts, mark: deaths)
        case .held(let attempt): self.init(name: .held, attempts: attempt, mark: deaths)
        case .alone(let attempt): self.init(name: .held, attempts: attempt, mark: Self.alone)
        case .exited(let attempt): self.init(name: .exited, attempts: attempt, mark: deaths)
        case .done(let attempts): self.init(name: .done, attempts: attempts, mark: deaths)
        case .parked(let attempts): self.init(name: .parked, attempts: attempts, mark: deaths)
        case .deleted: return nil
        }
    }

    /// The state of the columns.
    var state: JobState {
        switch name {
        case .waiting: .waiting(attempts: attempts)
        case .held: mark == Self.alone ? .alone(attempt: attempts) : .held(attempt: attempts)
        case .exited: .exited(attempt: attempts)
        case .done: .done(attempts: attempts)
        case .parked: .parked(attempts: attempts)
        }
    }

    /// The number of deaths.
    var deaths: Int { min(max(0, mark), 2) }
}
