import DurableMachines
import Foundation
import StateMachines

/// The work that several workers do, each with a store of its own, where the work is a wait.
struct PostgreSQLWorkers: Encodable {
    let workers: Int
    let jobsPerSecond: Double

    static func measured(_ numbers: [Int]) async throws -> [PostgreSQLWorkers] {
        var rows: [PostgreSQLWorkers] = []
        for number in numbers { rows.append(try await measured(workers: number)) }
        return rows
    }

    private static func measured(workers: Int) async throws -> PostgreSQLWorkers {
        let server = try PostgreSQLCost.server
        let schema = PostgreSQLCost.newSchema
        let jobs = 20 * workers
        let stores = try (0..<workers).map { _ in try PostgreSQLStore(server, schema: schema, connections: 2) }
        let fleets = try stores.map { try Fleet<Parcel>(in: $0, name: "parcels") }
        for index in 0..<jobs { try await fleets[0].create(ParcelFleet.name(index), in: Parcel(.driven)) }
        let (done, continuation) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now
        let time = await withThrowingTaskGroup(of: Void.self) { group in
            for fleet in fleets {
                group.addTask {
                    try await fleet.run(workers: 1) { _, _ in
                        try await Task.sleep(for: .milliseconds(200))
                        continuation.yield()
                        return nil
                    }
                }
            }
            var count = 0
            for await _ in done {
                count += 1
                if count == jobs { break }
            }
            let time = ContinuousClock.now - start
            group.cancelAll()
            return time
        }
        try await PostgreSQLCost.remove(schema, in: stores[0])
        for store in stores { await store.close() }
        return PostgreSQLWorkers(workers: workers, jobsPerSecond: Double(jobs) / (time / .seconds(1)))
    }

    static func lines(_ rows: [PostgreSQLWorkers]) -> [String] {
        [
            "### PostgreSQL, workers whose work is a wait of 200 ms", "", "| workers | jobs per second | ratio |",
            "| ---: | ---: | ---: |",
        ]
            + rows.map { row in
                let ratio = row.jobsPerSecond / (rows.first?.jobsPerSecond ?? 1)
                return
                    "| \(row.workers) | \(String(format: "%.1f", row.jobsPerSecond)) | \(String(format: "%.2f", ratio)) |"
            } + [""]
    }
}
