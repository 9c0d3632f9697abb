import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The commands that show a fleet and retry its jobs, in a file and on a server.
@Suite(.timeLimit(.minutes(1)), .outside) struct FleetOperationTests {
    /// A database with three orders, one of which has a parked job.
    private final class Shop: Sendable {
        let words: [String]
        private let store: any DurableStore
        private let file: TemporaryDatabase?
        let orders: Fleet<Order>

        init(onServer isOnServer: Bool) async throws {
            if isOnServer {
                let (server, schema) = (StoreKind.server ?? "", StoreKind.newSchema)
                (words, file) = ([server, "orders", "--schema", schema], nil)
                store = try PostgreSQLStore(server, schema: schema, connections: 2)
            } else {
                let file = try TemporaryDatabase()
                (words, self.file) = ([file.path, "orders"], file)
                store = try SQLiteStore(path: file.path)
            }
            orders = try Fleet<Order>(in: store, name: "orders")
            for id in ["order-1", "order-2", "a/b \"c\""] { try await orders.create(id, in: .placed(reminders: 0)) }
            try await orders.send(.pay(card: "12\u{1B}34"), to: "order-1", eventID: "request-1")
            try await orders.send(.deliver, to: "order-1", eventID: "too early")
            try await park()
        }

        deinit { file?.remove() }

        /// Parks the jobs of the first order.
        func park() async throws {
            let id = try MachineID("order-1")
            try await store.rows.store.write(.machine(id), fleet: "orders") { rows in
                _ = try rows.machine(id)
                for var job in try rows.jobs(of: id) {
                    (job.state, job.nextTake, job.failures) = (.parked(attempts: 2), nil, 2)
                    job.lastError = "the card \"was\" declined"
                    try rows.save(job)
                }
            }
        }

        /// Performs a command.
        func run(_ command: String, _ more: String...) async -> (status: Int32, output: String, error: String) {
            await FleetCommand.perform([command] + words + more)
        }

        /// Performs a command and reads its lines as JSON.
        func json(_ command: String, _ more: String...) async throws -> [[String: Any]] {
            let result = await FleetCommand.perform([command] + words + more + ["--json"])
            #expect(result.status == 0 && result.error.isEmpty, "\(result)")
            return try result.output.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
        }
    }

    private static let places = StoreKind.server == nil ? [false] : [false, true]

    @Test(arguments: places) func `machines and jobs are counted`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        let counts = await shop.run("counts")
        #expect(counts.status == 0)
        let lines = counts.output.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast() == [
                "1 charging", "2 placed", "0 jobs due", "2 jobs later", "0 jobs held", "2 jobs parked",
            ]
        )
        #expect(lines.last?.contains(/^next job: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) == true)
        let json = try await shop.json("counts")
        #expect(json.compactMap { $0["machines"] as? Int } == [1, 2])
        #expect(json.contains { $0["parkedJobs"] as? Int == 2 })
    }

    @Test(arguments: places) func `parked jobs are listed and retried`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        let names = ["orders/1.0/order-1", "orders/1.1/order-1"]
        let parked = try await shop.json("parked")
        #expect(parked.compactMap { $0["job"] as? String } == names)
        #expect(parked[0]["reason"] as? String == "the card \"was\" declined")
        #expect(parked[0]["activity"] is [String: Any])
        let text = await shop.run("parked", "--limit", "1").output
        #expect(text.hasPrefix("\(names[0]): parked, attempt 2: the card \"was\" declined\n  {"))
        #expect(!text.contains("\u{1B}") && text.split(separator: "\n").count == 2)

        let retried = await shop.run("retry", names[0], "orders/9.9/order-1", "x")
        #expect(retried.status == 1 && retried.output == "\(names[0]): retried\n")
        #expect(retried.error.split(separator: "\n").count == 2, "\(retried.error)")
        #expect(retried.error.contains("There is no parked job “orders/9.9/order-1”."))
        #expect(try await shop.orders.parkedJobs().map(\.id) == [names[1]])
        #expect(await shop.run("retry", "--all").output == "\(names[1]): retried\n")
        #expect(await shop.run("retry", "--all").output.isEmpty)
        #expect(try await shop.json("show", "order-1").dropFirst().map { $0["failures"] as? Int } == [0, 0])
    }

    @Test(arguments: places) func `jobs are selected by state, queue, machine and age`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        func names(_ words: String...) async throws -> [String] {
            let result = await FleetCommand.perform(["jobs"] + shop.words + words + ["--json"])
            #expect(result.status == 0, "\(result)")
            return try result.output.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return try #require(object?["job"] as? String)
            }
        }
        let later = ["orders/0.0/a/b \"c\"", "orders/0.0/order-2"]
        let parked = ["orders/1.0/order-1", "orders/1.1/order-1"]
        #expect(try await names() == [later[0], parked[0], parked[1], later[1]])
        #expect(try await names("later") == later)
        #expect(try await names("parked", "--queue", "audit") == [parked[0]])
        #expect(try await names("--state", "placed", "--limit", "1") == [later[0]])
        for state in ["due", "held", "done"] { #expect(try await names(state).isEmpty) }
        // The reminders are due in the future, and the others now.
        #expect(try await names("--older-than", "0s") == parked)
        #expect(try await names("--older-than", "11d") == [])

        _ = try await shop.orders.retry(try #require(try await shop.orders.parkedJobs().last))
        #expect(try await names("due") == [parked[1]])
        _ = try await shop.orders.take(limit: 1)
        #expect(try await names("held") == [parked[1]])
        #expect(
            try await shop.json("machines", "--state", "placed").map { $0["machine"] as? String } == [
                "a/b \"c\"", "order-2",
            ]
        )
        #expect(await shop.run("machines", "--limit", "1").error.contains("There are more than 1."))
        #expect(await shop.run("jobs", "--limit", "2").error.contains("There are more than 2."))
        #expect(await shop.run("jobs", "--limit", "4").error.isEmpty)
        #expect(await shop.run("machines", "--limit", "1").output.hasPrefix("a/b \"c\": placed, version 0"))
    }

    @Test(arguments: places) func `only the selected jobs are retried`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        #expect(await shop.run("retry", "--all", "--state", "placed").output.isEmpty)
        #expect(await shop.run("retry", "--all", "--older-than", "10min").output.isEmpty)
        #expect(await shop.run("retry", "--all", "--queue", "audit").output == "orders/1.0/order-1: retried\n")
    }

    @Test(arguments: places) func `queues are listed, limited, paused and resumed`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        #expect(await shop.run("limit", "audit").output == "the queue audit: no limits\n")
        let limited = await shop.run("limit", "audit", "--jobs", "4", "--starts", "100/1min", "--head-start", "2h")
        let words = "4 at the same time, 100 begin in 60 s, a head start of 2 h"
        #expect(limited.output == "the queue audit: \(words)\n" && limited.status == 0, "\(limited)")
        let paused = await shop.run("pause", "--queue", "audit", "--reason", "the \u{1B}bank\nis <closed>")
        #expect(paused.output.contains(/^the queue audit: paused since \S+Z: the  bank is <closed>\n$/))
        _ = await shop.run("retry", "--all")
        let queues = await shop.run("queues").output.split(separator: "\n").map(String.init)
        #expect(queues[0] == "queue       due  later  held parked  waiting")
        #expect(queues[1].hasPrefix("audit         1      0     0      0 ") && queues[1].hasSuffix(" s"))
        #expect(queues[2] == "  \(words)" && queues[3].hasPrefix("  paused since "))
        #expect(queues.allSatisfy { $0.count <= 80 })
        let json = try await shop.json("queues")
        #expect(json.map { $0["queue"] as? String } == ["audit", "charging", "reminder"])
        #expect(json[0]["jobLimit"] as? Int == 4 && json[0]["reason"] as? String == "the \u{1B}bank\nis <closed>")
        #expect(json[2]["later"] as? Int == 2 && json[1]["due"] as? Int == 1)
        #expect(try await shop.orders.take(limit: 9).map(\.queue) == ["charging"])

        #expect(await shop.run("limit", "audit", "--jobs", "none").output.contains("audit: 100 begin in 60 s"))
        #expect(
            await shop.run("limit", "audit", "--starts", "none", "--head-start", "0s").output.hasSuffix("no limits\n")
        )
        #expect(await shop.run("counts").output.contains("the queue audit: paused since"))
        #expect(await shop.run("resume", "--queue", "audit").output == "the queue audit: not paused\n")
        let again = await shop.run("resume", "--queue", "audit")
        #expect(again.status == 1 && again.error == "durable-machines: The queue audit is not paused.\n")
        #expect(try await shop.orders.take(limit: 9).map(\.queue) == ["audit"])
    }

    @Test(arguments: places) func `a fleet and a machine are paused and drained`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        _ = await shop.run("retry", "--all")
        let job = try #require(try await shop.orders.take(limit: 1).first)
        let busy = await shop.run("drain", "--timeout", "0s", "--reason", "a move")
        #expect(
            busy.status == 1
                && busy.error == "durable-machines: Workers still hold 1 job. To list them, use 'jobs … held'.\n"
        )
        #expect(busy.output.hasPrefix("the fleet: paused since ") && busy.output.hasSuffix(": a move\n"))
        #expect(try await shop.orders.take(limit: 9).isEmpty)
        _ = try await shop.orders.end(job, .released)
        let drained = await shop.run("drain")
        #expect(drained.status == 0 && drained.output.hasSuffix("\nno worker has a job\n"))
        #expect(drained.error == "durable-machines: The fleet was already paused. Its pause and reason stay.\n")
        #expect(await shop.run("queues").output.hasPrefix("the fleet: paused since "))
        #expect(
            await shop.run("drain", "--queue", "audit").output.hasSuffix("no worker has a job of the queue audit\n")
        )
        #expect(await shop.run("resume", "--queue", "audit").status == 0)
        #expect(await shop.run("resume").output == "the fleet: not paused\n")
        #expect(try await shop.json("pause", "--machine", "order-1").first?["machine"] as? String == "order-1")
        #expect(try await shop.orders.take(limit: 9).isEmpty)
        #expect(await shop.run("show", "order-1").output.contains("\nthe machine order-1: paused since "))
        #expect(await shop.run("resume", "--machine", "order-1").status == 0)
        let missing = await shop.run("pause", "--machine", "order-9")
        #expect(missing.status == 1 && missing.error == "durable-machines: There is no machine “order-9”.\n")
        let misspelt = await shop.run("pause", "--queue", "audits")
        #expect(misspelt.status == 0 && misspelt.error == "durable-machines: No job is in the queue “audits” now.\n")
    }

    @Test(arguments: places) func `a machine is shown with its jobs and its history`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        let shown = try await shop.json("show", "order-1")
        #expect(shown[0]["name"] as? String == "charging" && shown[0]["version"] as? Int == 1)
        #expect(shown.dropFirst().map { $0["state"] as? String } == ["parked", "parked"])
        #expect(await shop.run("show", "a/b \"c\"").output.hasPrefix("a/b \"c\": placed, version 0, shape "))
        let events = try await shop.json("history", "order-1")
        #expect(events.compactMap { $0["kind"] as? String } == ["created", "handled", "rejected"])
        #expect(events[1]["id"] as? String == "request-1" && events[1]["event"] is [String: Any])
        #expect((events[2]["reason"] as? String)?.isEmpty == false)
        #expect(try await shop.json("history", "order-1", "--limit", "1").map { $0["number"] as? Int } == [3])
        #expect(await shop.run("history", "order-1", "--limit", "2").output.hasPrefix("2  "))
        for command in ["show", "history"] {
            let missing = await shop.run(command, "order-9")
            #expect(missing.status == 1 && missing.error == "durable-machines: There is no machine “order-9”.\n")
        }
    }

    @Test(arguments: places) func `old entries are removed, and the latest ones stay`(isOnServer: Bool) async throws {
        let shop = try await Shop(onServer: isOnServer)
        func numbers() async throws -> [Int] { try await shop.orders.history(of: "order-1").map(\.number) }
        #expect(await shop.run("prune", "--older-than", "1d").output.hasPrefix("removed 0 entries from before 2"))
        let payloads = try await shop.json("prune", "--older-than", "0s", "--keep", "2", "--payloads")
        #expect(payloads[0]["removed"] as? Int == 1 && payloads[0]["parts"] as? String == "payloads")
        #expect(try await numbers() == [1, 2, 3])
        let other = try await shop.json("prune", "--machine", "order-2", "--older-than", "0s", "--payloads")
        #expect(other[0]["removed"] as? Int == 1)
        let entries = try await shop.json("prune", "--before", "2200-01-01", "--keep", "1")
        #expect(entries[0]["removed"] as? Int == 2 && entries[0]["before"] as? String == "2200-01-01T00:00:00Z")
        #expect(try await numbers() == [3])
        #expect(try await shop.json("prune", "--before", "2000-01-01T12:00:00Z").first?["removed"] as? Int == 0)
        _ = try await shop.json("prune", "--machine", "order-1", "--older-than", "0s")
        #expect(try await numbers() == [])
    }

    @Test func `a question creates neither a file nor tables`() async throws {
        let shop = try await Shop(onServer: false)
        let other = await FleetCommand.perform(["counts", shop.words[0], "parcels"])
        #expect(other.status == 1 && other.error.contains("There is no fleet “parcels”. Its fleets are: orders."))
        #expect(await FleetCommand.perform(["counts", shop.words[0], "parcels"]).status == 1)
        let missing = await FleetCommand.perform(["parked", shop.words[0] + "x", "orders"])
        #expect(missing.status == 1 && missing.error.contains("There is no such file."))
        #expect(!FileManager.default.fileExists(atPath: shop.words[0] + "x"))
    }

    @Test(arguments: [
        (["counts", "a.db"], "'counts' needs a database and the name of a fleet"),
        (["counts", "a.db", "orders", "x"], "unexpected word 'x'"),
        (["counts", "a.db", "orders", "--limit", "2"], "--limit is not an option of 'counts'"),
        (["retry", "a.db", "orders"], "'retry' needs either the names of jobs or --all"),
        (["retry", "a.db", "orders", "j", "--all"], "'retry' needs either the names of jobs or --all"),
        (["show", "a.db", "orders"], "'show' needs the name of one machine"),
        (["show", "a.db", "orders", "m", "--all"], "--all is not an option of 'show'"),
        (["history", "a.db", "orders", "m", "--apply"], "--apply is not an option of 'history'"),
        (["schema", "a.db", "orders", "--json"], "--json is not an option of 'schema'"),
        (["copy", "a.db", "dbname=b", "--limit", "3"], "--limit is not an option of 'copy'"),
        (["inspect", "a.db"], "'inspect' needs a database and the name of a fleet"),
        (["inspect", "a.db", "orders", "--json"], "--json is not an option of 'inspect'"),
        (["inspect", "a.db", "orders", "--port", "x"], "--port takes a whole number from 0 to 65535, not 'x'"),
        (["counts", "a.db", "orders", "--redact"], "--redact is not an option of 'counts'"),
        (["jobs", "a.db", "orders", "waiting"], "'jobs' takes one of these states: due, later, held, done, parked"),
        (["jobs", "a.db", "orders", "due", "held"], "unexpected word 'held'"),
        (["retry", "a.db", "orders", "j", "--queue", "a"], "--queue, --state and --older-than select jobs only"),
        (["pause", "a.db", "orders", "x"], "unexpected word 'x'"),
        (["pause", "a.db", "orders", "--queue", "a", "--queue", "b"], "--queue is given twice"),
        (
            ["prune", "a.db", "orders", "--older-than", "0s"],
            "'prune' with --older-than below 1h also needs --machine or --keep"
        ),
        (
            ["prune", "a.db", "orders", "--before", "2900-01-01"],
            "'prune' with --before in the future also needs --machine or --keep"
        ),
        (["prune", "a.db", "orders", "--older-than=-5d"], "--older-than takes a time such as 90s"),
        (["limit", "a.db", "orders", "a", "--starts", "9223372036854775807/1s"], "--starts takes a rate"),
        (["limit", "a.db", "orders", "a", "--head-start", "10001d"], "--head-start takes a time such as 90s"),
        (
            ["pause", "a.db", "orders", "--queue", "a", "--machine", "b"],
            "--queue and --machine cannot be used together"
        ),
        (["limit", "a.db", "orders"], "'limit' needs the name of one queue"),
        (
            ["limit", "a.db", "orders", "a", "--starts", "1/x"],
            "--starts takes a rate, such as 10/1s or 100/1min, not '1/x'"
        ),
        (["limit", "a.db", "orders", "a", "--jobs", "0"], "--jobs takes a whole number from 1 to 1000000000, not '0'"),
        (
            ["parked", "a.db", "orders", "--older-than", "x"],
            "--older-than takes a time such as 90s, 10min, 2h or 30d, up to 10000d, not 'x'"
        ),
        (["prune", "a.db", "orders"], "'prune' needs --older-than or --before"),
        (["prune", "a.db", "orders", "--keep", "0"], "--keep takes a whole number from 1 to 1000000000, not '0'"),
        (
            ["prune", "a.db", "orders", "--before", "2026-13-01"],
            "--before takes a day such as 2026-01-31 or 2026-01-31T12:00:00Z, not '2026-13-01'"
        ),
        (
            ["prune", "a.db", "orders", "--before", "2026-01-01", "--older-than", "3d"],
            "'prune' takes only one of --older-than and --before"
        ),
        (["history", "a.db", "orders", "m", "--keep", "3"], "--keep is not an option of 'history'"),
    ])
    func `words that cannot be understood are an error`(words: [String], error: String) async {
        let result = await FleetCommand.perform(words)
        #expect(
            result.status == 64 && result.error.hasPrefix("durable-machines: \(error)")
                && result.error.hasSuffix("--help.\n")
        )
    }
}
