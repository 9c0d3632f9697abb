import DurableMachines
import Foundation

/// The baseline: a transaction by hand with one `UPDATE` and one `INSERT`.
///
/// It checks nothing and reads nothing. Its statements are prepared once. It uses the thread, the
/// connection and the settings of a ``SQLiteStore``.
struct ParcelsByHand: Sendable {
    private let store: SQLiteStore
    private let statements: Statements

    /// Creates tables with the least that the two statements need.
    init(path: String) async throws {
        try await self.init(
            in: SQLiteStore(path: path),
            tables: [
                "CREATE TABLE parcels (id TEXT PRIMARY KEY, version INTEGER NOT NULL, state TEXT NOT NULL) WITHOUT ROWID",
                "CREATE TABLE events (parcel TEXT NOT NULL, number INTEGER, id TEXT NOT NULL, event TEXT NOT NULL)",
            ],
            update: "UPDATE parcels SET version = ?2, state = ?3 WHERE id = ?1",
            insert: "INSERT INTO events (parcel, number, id, event) VALUES (?1, ?2, ?3, ?4)",
            select: "SELECT state FROM parcels WHERE id = ?1",
            create: "INSERT INTO parcels (id, version, state) VALUES (?1, 0, ?2)"
        )
    }

    /// Uses the tables of a fleet, with their indexes.
    init(in parcels: ParcelFleet) async throws {
        try await self.init(
            in: parcels.store,
            tables: [],
            update: "UPDATE parcels_machines SET version = ?2, state = ?3 WHERE id = ?1",
            insert: """
                INSERT INTO parcels_history (machine, number, identifier, entry, id, kind, time, version, shape, content)
                VALUES (?1, ?2, '', NULL, ?3, 'handled', 0, ?2, 1, ?4),
                    (?1, 0, ?3, ?2, NULL, 'identifier', 0, ?2, 1, NULL)
                """,
            select: "SELECT state FROM parcels_machines WHERE id = ?1",
            create: "SELECT ?1, ?2"
        )
    }

    private init(
        in store: SQLiteStore,
        tables: [String],
        update: String,
        insert: String,
        select: String,
        create: String
    ) async throws {
        self.store = store
        statements = try await store.performOnThread { connection in
            let sqlite = try SQLiteFunctions()
            for sql in tables { try sqlite.prepare(sql, on: connection).run() }
            return Statements(
                begin: try sqlite.prepare("BEGIN IMMEDIATE", on: connection),
                update: try sqlite.prepare(update, on: connection),
                insert: try sqlite.prepare(insert, on: connection),
                commit: try sqlite.prepare("COMMIT", on: connection),
                select: try sqlite.prepare(select, on: connection),
                create: try sqlite.prepare(create, on: connection)
            )
        }
    }

    /// Stores the next state of a parcel and the event that led to it.
    func send(_ event: Parcel.Event, id: String, to parcel: String, version: Int, next state: Parcel) async throws {
        try await store.performOnThread { [statements] _ in
            try statements.store(event, id: id, of: parcel, version: version, next: state)
        }
    }

    /// Reads the state of a parcel, handles an event, and stores both.
    func sendReading(_ event: Parcel.Event, id: String, to parcel: String, version: Int) async throws {
        try await store.performOnThread { [statements] _ in
            try statements.begin.run()
            var state = try statements.state(of: parcel)
            try state.handleEvent(event)
            try statements.update.run(.text(parcel), .integer(version), .json(statements.encoder.encode(state)))
            try statements.insert.run(
                .text(parcel),
                .integer(version),
                .text(id),
                .json(statements.encoder.encode(event))
            )
            try statements.commit.run()
        }
    }

    /// Does the same as ``send(_:id:to:version:next:)`` for several events, each in a transaction
    /// of its own, without a hop between threads for each of them.
    func sendAll(_ events: [(id: String, parcel: String, event: Parcel.Event)], next state: Parcel) async throws {
        try await store.performOnThread { [statements] _ in
            for (number, event) in events.enumerated() {
                try statements.store(event.event, id: event.id, of: event.parcel, version: number, next: state)
            }
        }
    }

    /// Does nothing on the thread: the cost of the hop.
    func hop() async throws {
        try await store.performOnThread { _ in }
    }

    func create(_ parcels: [String], in state: Parcel) async throws {
        try await store.performOnThread { [statements] _ in
            let state = try JSONEncoder().encode(state)
            try statements.begin.run()
            for parcel in parcels { try statements.create.run(.text(parcel), .json(state)) }
            try statements.commit.run()
        }
    }

    func close() async throws {
        try await store.performOnThread { [statements] _ in statements.finalize() }
        await store.close()
    }

    /// Prepared statements, which only the connection's thread uses.
    private struct Statements: @unchecked Sendable {
        let begin, update, insert, commit, select, create: SQLiteFunctions.Statement
        let encoder = JSONEncoder()
        private let decoder = JSONDecoder()

        init(
            begin: SQLiteFunctions.Statement,
            update: SQLiteFunctions.Statement,
            insert: SQLiteFunctions.Statement,
            commit: SQLiteFunctions.Statement,
            select: SQLiteFunctions.Statement,
            create: SQLiteFunctions.Statement
        ) {
            (self.begin, self.update, self.insert, self.commit) = (begin, update, insert, commit)
            (self.select, self.create) = (select, create)
        }

        func store(_ event: Parcel.Event, id: String, of parcel: String, version: Int, next state: Parcel) throws {
            let event = try encoder.encode(event)
            let state = try encoder.encode(state)
            try begin.run()
            try update.run(.text(parcel), .integer(version), .json(state))
            try insert.run(.text(parcel), .integer(version), .text(id), .json(event))
            try commit.run()
        }

        func state(of parcel: String) throws -> Parcel {
            try decoder.decode(Parcel.self, from: select.text(.text(parcel)))
        }

        func finalize() {
            for statement in [begin, update, insert, commit, select, create] { statement.finalize() }
        }
    }
}
