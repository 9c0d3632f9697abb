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
