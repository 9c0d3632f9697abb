import Foundation

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

    func search(before date: Date, hasContent: Bool, after key: EventRecord.Key?, limit: Int) throws -> EventSearch {
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
        let found = try keys(
            hasContent ? FleetStatements.oldContent : FleetStatements.oldEvent,
            start + [.date(date)] + end
        )
        return EventSearch(found: found, last: found == nil ? last : nil)
    }

    func removeContents(before date: Date, after key: EventRecord.Key?, limit: Int) throws -> Removal {
        try remove(after: key, limit: limit) { time, hasContent in
            time < Microseconds(date).count && hasContent
        } with: { key in
            try run(FleetStatements.removeContent(in: dialect.kind), key)
        }
    }

    func removeEvents(before date: Date, after key: EventRecord.Key?, limit: Int) throws -> Removal {
        try remove(after: key, limit: limit) { time, _ in
            time < Microseconds(date).count
        } with: { key in
            for statement in FleetStatements.removalOfEvent(in: dialect.kind) { try run(statement, key) }
        }
    }

    private func remove(
        after key: EventRecord.Key?,
        limit: Int,
        where isOld: (_ time: Int, _ hasContent: Bool) -> Bool,
        with change: ([FleetSQLValue]) throws -> Void
    ) throws -> Removal {
        let start: [FleetSQLValue] = [.text(key?.machine.text ?? ""), .integer(key?.number ?? 0)]
        let found = try rows(FleetStatements.examinedEvents, start + [.integer(max(0, limit))]) {
            row throws(DurableStoreError) in
            let key = EventRecord.Key(machine: try id(row.text(0)), number: row.integer(1))
            return (key: key, isOld: isOld(row.integer(2), row.integer(3) != 0))
        }
        let old = found.filter(\.isOld).map(\.key)
        for key in old { try change([.id(key.machine), .integer(key.number)]) }
        return Removal(count: old.count, last: found.count < limit ? nil : found.last?.key)
    }

    func record(event row: Row) throws(DurableStoreError) -> EventRecord {
        guard let kind = EventRecord.Kind(rawValue: row.text(3)) else {
            throw damaged("an event of “\(row.text(0))” has the kind “\(row.text(3).prefix(40))”")
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
