import DurableMachines
import Foundation
import OrderMachine
import StateMachineExampleSupport
import StateMachineInspection

/// The main process: it starts the workers, acts as the customers, and shows the progress.
///
/// It does none of the work of the orders.
struct Shop: Sendable {
    let options: Options
    let files: ShopFiles
    let fleet: Fleet<Order>
    let pool: WorkerPool

    private let crashes: ServerCrashes?

    /// The inspector that shows some orders, if any.
    let inspector: MachineInspector?

    init(_ options: Options, _ inspector: MachineInspector?) throws {
        self.options = options
        self.inspector = inspector
        files = try ShopFiles(options)
        fleet = try Fleet<Order>(in: files.store, settings: .shop)
        let arguments = ["--file", files.database, "--seed", "\(files.seed)"]
        if let postgres = options.postgres { setenv(OrderStore.variable, postgres, 1) }
        crashes = options.crash.map(ServerCrashes.init)
        pool = WorkerPool(arguments, generator: Chance(seed: files.seed).generator("kills"))
    }

    /// Takes all orders to their end.
    ///
    /// - Returns: The exit status.
    func trade() async throws -> Int32 {
        let orders = files.orders.counted("order")
        Terminal.output.print("\(orders), \(options.workers.counted("worker")), \(place.printable)")
        let inspection = Task { await showOrders() }
        let status: Int32
        do {
            try await retryParkedJobs()
            for _ in 1...options.workers { try await pool.start() }
            try await finishOrders()
            await pool.end()
            status = try await report()
            await waitForReader()
        } catch {
            await pool.end()
            await close(inspection)
            return interrupted(by: error)
        }
        await close(inspection)
        if status == EXIT_SUCCESS { files.removeIfTemporary() }
        return status
    }

    /// The place of the orders, in words.
    private var place: String {
        options.postgres == nil ? files.database : "schema \(OrderStore.schema(of: files.database))"
    }

    private func close(_ inspection: Task<Void, Never>) async {
        inspection.cancel()
        await inspection.value
        await files.store.close()
    }

    private func interrupted(by error: any Error) -> Int32 {
        let isCancellation = error is CancellationError || error as? FleetError == .cancelled
        if !isCancellation { OrdersCommand.complain("\(error)") }
        let path = files.database.printable.replacing("'", with: #"'\''"#)
        let postgres = options.postgres == nil ? "" : " --postgres URL"
        Terminal.error.print("orders: to continue with these orders: swift run orders\(postgres) --file '\(path)'")
        return EXIT_FAILURE
    }

    /// Places the orders and waits for their end, unless a worker fails.
    private func finishOrders() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await placeOrders()
                return false
            }
            group.addTask {
                try await watch()
                return true
            }
            if let crashes {
                group.addTask {
                    try await crashes.perform()
                    return false
                }
            }
            group.addTask {
                for await problem in pool.problems { throw problem }
                throw CancellationError()
            }
            defer { group.cancelAll() }
            for try await isOver in group where isOver { return }
        }
    }

    /// Shows the progress, lets customers decide, kills workers and has the server crash, until all
    /// orders have ended.
    private func watch() async throws {
        var view = ProgressView(total: files.orders, on: Terminal.output)
        var chaos: Chaos?
        var requestedCrashes = 0
        while true {
            let counts = try await fleet.counts()
            let finished = ProgressView.finalStates.reduce(0) { $0 + (counts[$1] ?? 0) }
            if chaos == nil, options.hasChaos {
                chaos = Chaos(kills: options.kills, from: finished, to: files.orders)
            }
            while let due = chaos?.kills(at: finished), await pool.kills < due { try await pool.killOne() }
            if let crashes, let due = chaos?.crashes(at: finished), requestedCrashes < due {
                crashes.request()
                requestedCrashes += 1
            }
            let parked = try await fleet.parkedJobs(limit: files.orders - finished + 1)
            var faults: [String] = []
            if !parked.isEmpty { faults.append("\(Set(parked.map(\.machine)).count) with failed work") }
            if options.hasChaos { faults.append("\(await pool.kills.counted("worker")) killed") }
            if let crashes { faults.append("\(crashes.count.counted("crash", plural: "crashes")) of the server") }
            view.show(counts, faults: faults)
            if finished >= files.orders { return view.finish() }
            try check(parked, unfinished: files.orders - finished)
            try await letCustomersDecide()
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    // MARK: Parked jobs

    /// Lets the jobs be tried again that have failed too often in an earlier run.
    private func retryParkedJobs() async throws {
        for job in try await fleet.parkedJobs(limit: 10_000) {
            // Somebody else may have tried it again in the meantime.
            do { try await fleet.retry(job) } catch .noJob {}
        }
    }

    /// Ends the program if all that is left are jobs that have failed too often.
    private func check(_ jobs: [Fleet<Order>.ParkedJob], unfinished: Int) throws {
        guard let job = jobs.first, Set(jobs.map(\.machine)).count >= unfinished else { return }
        let times = job.attempts.counted("time")
        throw Problem(description: "\(job.machine) needs attention: its work has failed \(times): \(job.reason)")
    }
}
