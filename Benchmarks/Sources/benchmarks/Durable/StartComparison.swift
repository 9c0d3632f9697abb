import DurableMachines
import Foundation

/// The part of `Benchmarks/compare-durable-with-peers` that measures how soon jobs begin in other
/// processes, and how many of them several processes begin.
///
/// The programs in Python print the same lines.
enum StartComparison {
    private struct Latency: Encodable {
        let measure = "start"
        let processes: Int
        let count: Int

        /// In milliseconds, from the beginning of the call.
        let median: Double
        let late: Double
    }

    private struct Throughput: Encodable {
        let measure = "shared"
        let processes: Int
        let count: Int
        let seconds: Double
    }

    private static var hasHints: Bool { ProcessInfo.processInfo.environment["DURABLE_HINTS"] != "off" }

    private static func orders(connections: Int) throws -> (PostgreSQLStore, Fleet<PeerOrder>) {
        let store = try PostgreSQLStore(PostgreSQLCost.server, connections: connections, hints: hasHints)
        return (store, try Fleet(in: store, name: "orders"))
    }

    /// Performs jobs until the standard input ends.
    static func work() async throws {
        let (store, orders) = try orders(connections: 4)
        let run = Task {
            try await orders.run(workers: 4) { job, _ in
                print(job.machine, OtherProcesses.now)
                fflush(nil)
                return .didCharge
            }
        }
        await OtherProcesses.waitForEnd()
        run.cancel()
        try await run.value
        await store.close()
    }

    /// Measures in an empty database, with other processes of this program as workers.
    static func lines(_ settings: DurableSettings) async throws -> String {
        let (store, orders) = try orders(connections: 16)
        // The tables exist before the others look for jobs.
        _ = try await orders.counts()
        let others = try OtherProcesses(settings.clients, arguments: ["durable", "--only", "worker"])
        var starts = others.starts.makeAsyncIterator()
        // Each process has begun a job, so it is ready.
        for number in 0..<10 * settings.clients {
            try await orders.create("first-\(number)", in: .charging)
            _ = await starts.next()
            try await Task.sleep(for: .milliseconds(100))
        }
        var times: [Double] = []
        for number in 0..<settings.events {
            try await Task.sleep(for: .milliseconds(.random(in: 5...60)))
            let start = OtherProcesses.now
            try await orders.create("order-\(number)", in: .charging)
            while let (order, time) = await starts.next() {
                guard order == "order-\(number)" else { continue }
                times.append(Double(time - start) / 1e6)
                break
            }
        }
        times.sort()
        let latency = Latency(
            processes: settings.clients,
            count: times.count,
            median: times.median,
            late: times[min(times.count - 1, times.count * 95 / 100)]
        )
        let count = settings.events * 4
        let time = try await ContinuousClock().measure {
            async let creations: Void = withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<16 {
                    group.addTask {
                        for number in stride(from: client, to: count, by: 16) {
                            try await orders.create("shared-\(number)", in: .charging)
                        }
                    }
                }
                try await group.waitForAll()
            }
            var begun = 0
            while begun < count, await starts.next() != nil { begun += 1 }
            try await creations
        }
        others.end()
        await store.close()
        let throughput = Throughput(processes: settings.clients, count: count, seconds: time / .seconds(1))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [try encoder.encode(latency), try encoder.encode(throughput)]
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
}
