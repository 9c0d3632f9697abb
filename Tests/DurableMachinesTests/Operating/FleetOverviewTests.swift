import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The figures of a fleet, on every store.
@Suite(.timeLimit(.minutes(2)), .computing) struct FleetOverviewTests {
    private typealias Key = JobRecord.Key

    /// Saves jobs of one machine.
    private func save(_ jobs: [(state: JobState, secondsDue: Double?)], in store: any DurableStore) async throws {
        let machine = try MachineID("order-1")
        try await store.write { rows in
            for (ordinal, job) in jobs.enumerated() {
                let next = job.secondsDue.map { rows.now - $0 }
                let (key, queue) = (Key(machine: machine, version: 1, ordinal: ordinal), ordinal % 2 == 0 ? "a" : "b")
                try rows.save(JobRecord.row(key, state: job.state, nextTake: next, queue: queue))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `machines and jobs are counted by state, and due jobs by age and queue`(kind: StoreKind) async throws {
        let time = StoreTime()
        try await kind.withStore(now: { time.now }) { store in
            let empty = try await store.read { try $0.overview() }
            #expect(empty.machines.isEmpty && empty.jobs.isEmpty && empty.oldest.isEmpty && empty.parked.isEmpty)
            #expect(empty.time == time.now && empty.due.count == 4 && empty.due.values.allSatisfy(\.isEmpty))

            let ids = try ["a", "b", "c", "d"].map { try MachineID($0) }
            try await store.write { rows in
                for (id, name) in zip(ids, ["placed", "charging", "placed", "gone"]) {
                    try rows.save(MachineRecord.row(id, name: name, state: name == "gone" ? nil : "{}"))
                }
                var pause = ControlRecord(.queue("b"))
                (pause.pausedSince, pause.reason) = (rows.now, "the bank is down")
                try rows.save(pause)
            }
            let waiting = JobState.waiting(attempts: 0)
            // Each lower bound belongs to the greater age.
            let ages: [Double] = [0, 0.9, 1, 59, 60, 3599, 3600, 90_000]
            let others: [(JobState, Double?)] = [
                (waiting, -5), (waiting, nil), (.held(attempt: 1), 30), (.alone(attempt: 1), 30),
                (.exited(attempt: 1), 30), (.held(attempt: 1), -30), (.done(attempts: 1), nil),
                (.parked(attempts: 3), nil), (.parked(attempts: 3), nil),
            ]
            try await save(ages.map { (waiting, $0) } + others, in: store)
            let overview = try await store.read { try $0.overview() }
            #expect(overview.machines == ["placed": 2, "charging": 1] && !overview.hasMoreNames)
            #expect(overview.jobs == ["waiting": 10, "held": 3, "exited": 1, "done": 1, "parked": 2])
            #expect(overview.due[.hours] == ["waiting": 2] && overview.due[.minutes] == ["waiting": 2])
            #expect(overview.due[.seconds] == ["waiting": 2, "held": 2, "exited": 1])
            #expect(overview.due[.lessThanSecond] == ["waiting": 2])
            #expect(overview.oldest.map(\.key.ordinal).prefix(5) == [7, 6, 5, 4, 3] && overview.oldest.count == 11)
            #expect(overview.parked.map(\.key.ordinal) == [15, 16] && overview.parkedCount == 2)
            // The queues take turns in the list of jobs.
            #expect(overview.queues.map(\.name) == ["b", "a"] && overview.queues.map(\.due) == [5, 6])
            #expect(overview.queues.map { time.now.timeIntervalSince($0.first) } == [90_000, 3600])
            #expect(overview.pauses.map(\.part) == [.queue("b")] && overview.pauses[0].reason == "the bank is down")
        }
    }

    @Test(arguments: StoreKind.allCases) func `counts and lists end at their limits`(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let limit = FleetOverview.limit
            let names = try (0...limit).map { try MachineID("order-\($0)") }
            try await store.write { rows in
                for (number, id) in names.enumerated() {
                    try rows.save(MachineRecord.row(id, name: number < 150 ? "state-\(number)" : "z"))
                    let state: JobState = number == 0 ? .waiting(attempts: 0) : .parked(attempts: 1)
                    try rows.save(JobRecord.row(Key(machine: id, version: 1, ordinal: 0), state: state, nextTake: nil))
                    for (ordinal, queue) in [(1, number < 5000 ? "a" : "b"), (2, "c")] {
                        let key = Key(machine: id, version: 1, ordinal: ordinal)
                        let next = rows.now - (queue == "c" ? 99 : 100)
                        try rows.save(JobRecord.row(key, nextTake: next, queue: queue))
                    }
                }
            }
            let overview = try await store.read { try $0.overview() }
            #expect(overview.machines.count == FleetOverview.nameLimit && overview.hasMoreNames)
            #expect(overview.jobs.values.reduce(0, +) == limit + 1 && overview.parkedCount == limit)
            #expect(overview.due[.minutes] == ["waiting": limit + 1])
            // All queues share the limit.
            #expect(overview.queues.map(\.due) == [5000, 5001, 0])
            #expect(overview.oldest.count == 20 && overview.parked.count == 100)

            let object = overview.object(of: "orders") { _ in [:] }
            func row(_ key: String, _ index: Int) -> (Int?, Bool?) {
                let row = (object[key] as? [[String: Any]])?[index]
                return (row?["count"] as? Int, row?["isMore"] as? Bool)
            }
            #expect(row("machines", 0) == (1, false))
            // The last row of the jobs is that of the parked ones.
            #expect(row("jobs", 1) == (limit, false) && row("jobs", 0).1 == true)
            #expect((0..<3).allSatisfy { row("queues", $0).1 == true })
            let ages = try #require(object["due"] as? [[String: Any]])
            let waiting = try #require((ages[1]["jobs"] as? [[String: Any]])?.first)
            #expect(waiting["count"] as? Int == limit && waiting["isMore"] as? Bool == true)
        }
    }
}

/// The content of the page, in a file and on a server.
@Suite(.timeLimit(.minutes(1)), .outside) struct FleetInspectionTests {
    private static let places = StoreKind.server == nil ? [false] : [false, true]

    /// A fleet with one machine, whose name and payloads are hostile.
    private final class Place: Sendable {
        static let name = "<script>a|\"b\"\u{202E}</script>"
        let words: [String]
        let store: any DurableStore
        private let file: TemporaryDatabase?

        init(onServer isOnServer: Bool) async throws {
            if isOnServer {
                let schema = StoreKind.newSchema
                (words, file) = ([StoreKind.server ?? "", "orders", "--schema", schema], nil)
                store = try PostgreSQLStore(StoreKind.server ?? "", schema: schema, connections: 1)
            } else {
                let file = try TemporaryDatabase()
                (words, self.file) = ([file.path, "orders"], file)
                store = try SQLiteStore(path: file.path)
            }
            let orders = try Fleet<Order>(in: store, name: "orders")
            try await orders.create(Self.name, in: .placed(reminders: 0))
            try await orders.send(.pay(card: Self.name), to: Self.name, eventID: "secret")
            let id = try MachineID(Self.name)
            try await store.rows.store.write(.machine(id), fleet: "orders") { rows in
                for var job in try rows.jobs(of: id) {
                    (job.state, job.nextTake, job.lastError) = (.parked(attempts: 2), nil, "secret \(Self.name)")
                    try rows.save(job)
                }
            }
        }

        deinit { file?.remove() }

        /// What the command would serve.
        func inspection(_ options: String...) throws -> FleetInspection {
            let action = try FleetOptions(["inspect"] + words + ["--no-open", "--port", "0"] + options).action
            guard case .inspect(let inspection) = action else { throw CancellationError() }
            return inspection
        }
    }

    private func object(_ json: String) throws -> [String: Any] {
        #expect(!json.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test(arguments: places) func `figures and machines are shown with their payloads`(isOnServer: Bool) async throws {
        let place = try await Place(onServer: isOnServer)
        let inspection = try place.inspection()
        #expect(inspection.port == 0 && !inspection.opensBrowser)
        try await inspection.check()
        let figures = try object(await inspection.overview())
        #expect((figures["machines"] as? [[String: Any]])?.first?["name"] as? String == "charging")
        let parked = try #require(figures["parked"] as? [[String: Any]])
        #expect(parked.count == 2 && parked[0]["machine"] as? String == Place.name)
        #expect(parked[0]["reason"] as? String == "secret \(Place.name)")
        #expect((parked[0]["activity"] as? String)?.hasPrefix("{\"") == true)

        let shown = try object(await inspection.machine(Place.name))
        let machine = try #require(shown["machine"] as? [String: Any])
        #expect(machine["name"] as? String == "charging" && machine["version"] as? Int == 1)
        let history = try #require(shown["history"] as? [[String: Any]])
        #expect(history.compactMap { $0["kind"] as? String } == ["created", "handled"])
        #expect(history[1]["id"] as? String == "secret" && (shown["jobs"] as? [Any])?.count == 2)
        await #expect(throws: FleetError.noMachine("order-9")) { try await inspection.machine("order-9") }
        await #expect(throws: FleetError.invalidID("")) { try await inspection.machine("") }
    }

    @Test(arguments: places)
    func `a redacted page has the names of cases, and no payload and no error`(isOnServer: Bool) async throws {
        let place = try await Place(onServer: isOnServer)
        let inspection = try place.inspection("--redact")
        let figures = await (try inspection.overview(), try inspection.machine(Place.name))
        let shown = try (object(figures.0), object(figures.1))
        let parked = try #require(shown.0["parked"] as? [[String: Any]])
        #expect(parked[0]["reason"] as? String == "…" && parked[0]["state"] as? String == "parked")
        #expect((shown.1["machine"] as? [String: Any])?["state"] as? String == "charging(…)")
        let history = try #require(shown.1["history"] as? [[String: Any]])
        #expect(history[1]["event"] as? String == "pay(…)")
        // The names of machines and events stay.
        let texts = [figures.0, figures.1].map { $0.replacing("\"id\":\"secret\"", with: "") }
        #expect(texts.allSatisfy { !$0.contains("secret") && !$0.contains("\"card\"") })
    }

    @Test(arguments: [
        (#"{"pay":{}}"#, "pay"), (#"{"pay":{"card":"1"}}"#, "pay(…)"), (#""secret""#, "…"), ("7", "…"), ("[{}]", "…"),
        (#"{"a":{},"b":{}}"#, "…"), (#"{"anna@example.com":{}}"#, "…"), (#"{"name":"secret"}"#, "…"), ("{cut", "…"),
    ])
    func `only what looks like a case is left of a payload`(json: String, shown: String) throws {
        let action = try FleetOptions(["inspect", "a.db", "orders", "--redact"]).action
        guard case .inspect(let inspection) = action else { throw CancellationError() }
        let line = FleetLine("", ["event": FleetLine.json(Data(json.utf8)), "state": "parked"])
        let content = inspection.content(of: line)
        #expect(content["event"] as? String == shown && content["state"] as? String == "parked")
    }

    @Test func `a long payload is cut, and a list has the beginnings of payloads`() async throws {
        let place = try await Place(onServer: false)
        let id = try MachineID(Place.name)
        let text = String(repeating: "x", count: 30_000)
        try await place.store.rows.store.write(.machine(id), fleet: "orders") { rows in
            let key = JobRecord.Key(machine: id, version: 1, ordinal: 9)
            let (activity, date) = (Data("\"\(text)\"".utf8), rows.now)
            try rows.save(JobRecord(key: key, activity: activity, shape: 1, due: date, nextTake: date))
        }
        let inspection = try place.inspection()
        let oldest = try #require(object(await inspection.overview())["oldest"] as? [[String: Any]])
        #expect((oldest[0]["activity"] as? String)?.count == FleetOverview.textLimit)
        let jobs = try #require(object(await inspection.machine(Place.name))["jobs"] as? [[String: Any]])
        #expect((jobs.last?["activity"] as? String)?.hasSuffix("x… (10000 more characters)") == true)
    }

    @Test(arguments: places) func `a page creates neither tables nor files`(isOnServer: Bool) async throws {
        let place = try await Place(onServer: isOnServer)
        let inspection = try place.inspection()
        let statements = ["DROP TABLE orders_jobs", "DROP TABLE orders_machines"]
        if case .server(let server) = inspection.database {
            let connection = try FleetDatabase.open(server)
            for statement in statements {
                try connection.run(statement.replacing("orders", with: "\(server.schema ?? "").orders"))
                try connection.synchronize()
            }
        } else if case .file(let path) = inspection.database {
            let connection = try FleetDatabase.open(file: path)
            for statement in statements { try connection.run(statement) }
        }
        await #expect(throws: DurableStoreError.self) { try await inspection.overview() }
        await #expect(throws: DurableStoreError.self) { try await inspection.machine("order-1") }
        // The tables are still missing.
        await #expect(throws: DurableStoreError.self) { try await inspection.check() }

        let words = ["inspect", "/nowhere/store.db", "orders"]
        guard case .inspect(let missing) = try FleetOptions(words).action else { throw CancellationError() }
        await #expect(throws: DurableStoreError.self) { try await missing.overview() }
        let result = await FleetCommand.perform(words)
        #expect(result.status == 1 && result.error.contains("There is no such file."))
    }
}
