import DurableMachines
import Foundation
import OrderMachine
import StateMachineExampleSupport

/// A worker process: it does the jobs of the orders until it is asked to end.
struct Worker: Sendable {
    let number: Int
    let file: String
    let seed: UInt64
    let postgres: String?

    /// The number of jobs that a worker process does at the same time.
    private static let jobs = 8

    /// Does jobs until the task is cancelled, the shop ends, or something fails.
    ///
    /// - Returns: The exit status.
    func work() async -> Int32 {
        let (problems, continuation) = AsyncStream.makeStream(of: String.self)
        watchInput { continuation.finish() }
        do {
            let services = Services(ledger: try Ledger(file + ".ledger"), chance: Chance(seed: seed))
            let store = try OrderStore.open(file, postgres: postgres)
            let fleet = try Fleet<Order>(in: store, settings: .shop) { report in
                guard case .storeFailed(let error, _, _) = report else { return }
                // A server may come back, and a disk may be slow: the fleet tries again.
                if case .store(let error) = error, error.isLostConnection { return }
                continuation.yield("\(error)")
            }
            let status = await withTaskGroup(of: Int32.self) { group in
                group.addTask {
                    await doJobs(of: fleet, services) { continuation.yield("\($0)") }
                }
                group.addTask {
                    for await problem in problems { return failed(problem) }
                    return EXIT_SUCCESS
                }
                let status = await group.next() ?? EXIT_SUCCESS
                group.cancelAll()
                return status
            }
            await store.close()
            return status
        } catch {
            return failed("\(error)")
        }
    }

    private func doJobs(
        of fleet: Fleet<Order>,
        _ services: Services,
        whenImpossible: @escaping @Sendable (Problem) -> Void
    ) async -> Int32 {
        do {
            try await fleet.run(workers: Self.jobs) { job, _ in
                do {
                    return try await services.perform(job)
                } catch let problem as Problem {
                    whenImpossible(problem)
                    throw problem
                }
            }
            return EXIT_SUCCESS
        } catch {
            return failed("\(error)")
        }
    }

    private func failed(_ words: String) -> Int32 {
        OrdersCommand.complain("worker \(number): \(words)")
        return EXIT_FAILURE
    }

    /// Calls a closure at the end of the input, whose other end the shop holds.
    ///
    /// So the workers end even if somebody kills the shop.
    private func watchInput(_ whenEnded: @escaping @Sendable () -> Void) {
        let thread = Thread {
            var byte: UInt8 = 0
            var count = 0
            repeat { count = read(STDIN_FILENO, &byte, 1) } while count > 0 || (count < 0 && errno == EINTR)
            whenEnded()
        }
        thread.name = "input"
        thread.start()
    }
}

extension FleetSettings {
    /// Short times, so that other workers soon take over the jobs of a worker that was killed.
    static var shop: FleetSettings {
        var settings = FleetSettings()
        settings.lease = .seconds(2)
        settings.pollInterval = .milliseconds(50)
        settings.firstPause = .milliseconds(50)
        settings.longestPause = .seconds(1)
        return settings
    }
}
