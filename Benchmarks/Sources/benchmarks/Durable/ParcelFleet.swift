import CCounting
import DurableMachines
import Foundation

/// A fleet of parcels in a file of its own, with a timer for each stored parcel.
struct ParcelFleet: Sendable {
    let path: String
    let store: SQLiteStore
    let fleet: Fleet<Parcel>

    init(path: String) throws {
        self.path = path
        store = try SQLiteStore(path: path)
        fleet = try Fleet(in: store, name: "parcels")
    }

    /// Adds many parcels in few transactions, with the rows that `create` would write.
    func create(_ parcels: Range<Int>, in state: Parcel) async throws {
        let size = 5_000
        for start in stride(from: parcels.lowerBound, to: parcels.upperBound, by: size) {
            let names = (start..<min(start + size, parcels.upperBound)).map(Self.name)
            try await store.write(.shared(isAlone: true), fleet: "parcels") { rows in
                let content = try JSONEncoder().encode(state)
                for name in names {
                    let id = try MachineID(name)
                    try rows.save(
                        MachineRecord(
                            id: id,
                            version: 0,
                            lastNumber: 1,
                            shape: 1,
                            name: state.place.rawValue,
                            state: content
                        )
                    )
                    try rows.append(
                        EventRecord(
                            machine: id,
                            number: 1,
                            id: nil,
                            kind: .created,
                            date: rows.now,
                            version: 0,
                            shape: 1,
                            content: content
                        )
                    )
                    for (ordinal, activity) in state.activities.enumerated() {
                        let due =
                            Parcel.due(activity) == .now ? rows.now : rows.now.addingTimeInterval(365 * 24 * 3_600)
                        try rows.save(
                            JobRecord(
                                key: JobRecord.Key(machine: id, version: 0, ordinal: ordinal),
                                activity: try JSONEncoder().encode(activity),
                                shape: 1,
                                due: due,
                                nextTake: due
                            )
                        )
                    }
                }
            }
        }
    }

    static func name(_ index: Int) -> String { "parcel-\(String(10_000_000 + index).dropFirst())" }

    /// Copies the log into the file and empties it.
    func checkpoint() async throws {
        try await store.performOnThread { connection in
            let statement = try SQLiteFunctions().prepare("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
            defer { statement.finalize() }
            try statement.run()
        }
    }

    /// The number of pages in the log.
    var pages: Double {
        get throws {
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
            // The log has a header of 32 bytes, and each page has a header of 24 bytes.
            return Double(max(0, size - 32)) / (4096 + 24)
        }
    }

    /// The work for some events, which must be fewer than the pages between two checkpoints allow.
    func work(for events: Int, _ body: () async throws -> Void) async throws -> EventWork {
        try await checkpoint()
        let before = try await store.counts()
        let flushes = counted_flushes().count
        try await body()
        let counts = try await store.counts() - before
        func perEvent(_ number: Int) -> Double { Double(number) / Double(events) }
        return EventWork(
            statements: perEvent(counts.statements),
            rowsRead: perEvent(counts.rowsRead),
            rowsChanged: perEvent(counts.rowsChanged),
            commits: perEvent(counts.commits),
            flushes: can_count_flushes() ? perEvent(Int(counted_flushes().count - flushes)) : nil,
            pages: try pages / Double(events)
        )
    }
}

/// The work for an event.
struct EventWork: Encodable {
    let statements: Double
    let rowsRead: Double
    let rowsChanged: Double
    let commits: Double
    let flushes: Double?

    /// Pages of the write-ahead log.
    let pages: Double
}
