import DurableMachines
import Foundation

/// The cost of an event in a PostgreSQL database, beside transactions by hand.
struct PostgreSQLCost: Encodable {
    struct Contender: Encodable {
        let name: String

        /// The median of the rounds.
        let eventsPerSecond: Double

        /// The median of the rounds' ratios to the time of five calls by hand.
        let ratioToFiveCalls: Double

        /// The median of the rounds' ratios to the time of two round trips by hand.
        let ratioToTwoRoundTrips: Double
    }

    let clients: Int
    let contenders: [Contender]

    /// The connection string of the server.
    static var server: String {
        get throws {
            guard let server = ProcessInfo.processInfo.environment["DURABLE_POSTGRESQL"] else { throw MissingServer() }
            return server
        }
    }

    static var newSchema: String { "benchmark_\(UUID().uuidString.lowercased().prefix(8))" }

    static func remove(_ schema: String, in store: PostgreSQLStore) async throws {
        try await store.performCalls { calls in
            try calls.send("DROP SCHEMA \(schema) CASCADE")
            try calls.wait()
        }
    }

    static func measured(_ settings: DurableSettings, clients: Int) async throws -> PostgreSQLCost {
        let schema = newSchema
        let store = try PostgreSQLStore(server, schema: schema, connections: clients)
        let parcels = try Fleet<Parcel>(in: store, name: "parcels")
        let (machines, onTheRoad) = (1_000, 160)
        let names = (0..<machines).map(ParcelFleet.name)
        for (index, name) in names.enumerated() {
            try await parcels.create(name, in: Parcel(index < machines - onTheRoad ? .stored : .driven))
        }
        let byHand = PostgreSQLByHand(store: store)
        try await byHand.create(names, in: Parcel(.stored))

        // Each moving machine belongs to one client, whose events arrive in order.
        let events = max(1, settings.events / onTheRoad) * onTheRoad
        var times: [[Double]] = [[], [], [], []]
        // The first round does not count.
        for round in 0...settings.rounds {
            func perEvent(_ body: @escaping @Sendable (Int) async throws -> Void) async throws -> Double {
                let start = ContinuousClock.now
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in 0..<clients {
                        group.addTask {
                            for number in stride(from: client, to: events, by: clients) {
                                try await body(number)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                return (ContinuousClock.now - start) / .seconds(1) / Double(events)
            }
            // Neighboring events belong to different machines, so clients do not wait for others.
            @Sendable func staying(_ number: Int) -> String { names[number * 7 % (machines - onTheRoad)] }
            let taken = [
                try await perEvent {
                    try await byHand.send(.weigh(grams: $0), to: staying($0), id: "\(round)/\($0)", isPipelined: false)
                },
                try await perEvent {
                    try await byHand.send(.weigh(grams: $0), to: staying($0), id: "\(round)-\($0)", isPipelined: true)
                },
                try await perEvent { number in
                    try await handled(
                        parcels.send(.weigh(grams: number), to: staying(number), eventID: "\(round)/\(number)")
                    )
                },
                // Each machine takes turns between two states.
                try await perEvent { number in
                    let stop = round * (events / onTheRoad) + number / onTheRoad
                    let event: Parcel.Event = stop.isMultiple(of: 2) ? .arrive(stop: stop) : .depart(stop: stop)
                    let name = names[machines - 1 - number % onTheRoad]
                    try await handled(parcels.send(event, to: name, eventID: "\(round)+\(number)"))
                },
            ]
            if round > 0 { for (index, time) in taken.enumerated() { times[index].append(time) } }
        }
        try await remove(schema, in: store)
        await store.close()
        let titles = [
            "by hand, five calls", "by hand, two round trips", "`send`, the activities stay",
            "`send`, one activity ends and one begins",
        ]
        return PostgreSQLCost(
            clients: clients,
            contenders: zip(titles, times).map { title, own in
                Contender(
                    name: title,
                    eventsPerSecond: own.map { 1 / $0 }.median,
                    ratioToFiveCalls: zip(own, times[0]).map { $0 / $1 }.median,
                    ratioToTwoRoundTrips: zip(own, times[1]).map { $0 / $1 }.median
                )
            }
        )
    }

    var lines: [String] {
        [
            "### PostgreSQL, \(clients == 1 ? "one client" : "\(clients) clients")", "",
            "| | events per second | ratio to five calls | ratio to two round trips |", "| --- | ---: | ---: | ---: |",
        ]
            + contenders.map { contender in
                let rate = String(format: "%.0f", contender.eventsPerSecond)
                let ratios = [contender.ratioToFiveCalls, contender.ratioToTwoRoundTrips].map {
                    String(format: "%.2f", $0)
                }
                return "| \(contender.name) | \(rate) | \(ratios[0]) | \(ratios[1]) |"
            } + [""]
    }
}

struct MissingServer: Error, CustomStringConvertible {
    var description: String { "Set DURABLE_POSTGRESQL to the connection string of a server." }
}

/// The baseline: the state is read with a lock, and the next state and the event are written.
///
/// It uses the threads and connections of a ``PostgreSQLStore``, and prepared statements. It does
/// not compare identifiers of events, and it has no jobs.
struct PostgreSQLByHand: Sendable {
    let store: PostgreSQLStore

    func create(_ parcels: [String], in state: Parcel) async throws {
        try await store.performCalls { calls in
            let state = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
            for sql in [
                "CREATE TABLE parcels (id text PRIMARY KEY, version bigint NOT NULL, state text NOT NULL) WITH (fillfactor = 80)",
                "CREATE TABLE events (parcel text NOT NULL, id text NOT NULL, event text NOT NULL)",
            ] {
                try calls.send(sql)
                try calls.wait()
            }
            for parcel in parcels { try calls.send("INSERT INTO parcels VALUES (?1, 0, ?2)", [parcel, state]) }
            try calls.wait()
        }
    }

    /// Handles an event in five calls, or in two round trips with two and three of them.
    func send(_ event: Parcel.Event, to parcel: String, id: String, isPipelined: Bool) async throws {
        try await store.performCalls { calls in
            func end() throws { if !isPipelined { try calls.wait() } }
            try calls.send("BEGIN")
            try end()
            let stored = try calls.text("SELECT state FROM parcels WHERE id = ?1 FOR UPDATE", [parcel])
            var state = try JSONDecoder().decode(Parcel.self, from: Data(stored.utf8))
            try state.handleEvent(event)
            let next = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
            let content = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
            try calls.send("UPDATE parcels SET version = version + 1, state = ?2 WHERE id = ?1", [parcel, next])
            try end()
            try calls.send("INSERT INTO events (parcel, id, event) VALUES (?1, ?2, ?3)", [parcel, id, content])
            try end()
            try calls.send("COMMIT")
            try calls.wait()
        }
    }
}
