import DurableMachines
import Foundation
import StateMachineTestSupport
import Testing

/// Fleets with random accidents.
///
/// Set `FLEET_SEED` to repeat one.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct FleetSimulationTests {
    @Test(arguments: StoreKind.allCases)
    func `nothing is lost, done twice or accepted from a former worker, whatever fails`(kind: StoreKind) async throws {
        try await expectNoLoss(kind, clockErrors: [0, 0, 0]) { try kind.make(now: $0) }
    }

    @Test(arguments: StoreKind.allCases)
    func `clocks that are wrong by an hour lose nothing and let no former worker in`(kind: StoreKind) async throws {
        try await expectNoLoss(kind, clockErrors: [0, 3_600, -3_600]) { now in
            switch kind {
            case .memory: try kind.make(now: now)
            case .sqlite: try TemporarySQLiteStore(connections: 2, now: now)
            case .postgreSQL: try kind.make(now: now)
            }
        }
    }

    private func expectNoLoss(
        _ kind: StoreKind,
        clockErrors: [Double],
        in store: (@escaping @Sendable () -> Date) throws -> any DurableStore
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        let runs = ProcessEnvironment.runs(kind.simulations)
        let seeds = environment["FLEET_SEED"].flatMap(UInt64.init).map { $0...$0 } ?? 1...UInt64(runs)
        var tally: [String: Int] = [:]
        for seed in seeds {
            do {
                var simulation = try await FleetSimulation(seed: seed, clockErrors: clockErrors, in: store)
                try await simulation.run(steps: 150)
                tally.merge(simulation.tally, uniquingKeysWith: +)
            } catch {
                Issue.record("FLEET_SEED=\(seed): \(error)")
                return
            }
        }
        // The simulation has reached what it is for.
        for name in [
            "accidents", "acknowledged", "repeated", "taken over", "stale", "takenOver", "cancelled", "deaths",
            "taken at the end of another", "paused", "limited", "full",
        ] {
            #expect(tally[name, default: 0] >= 3 || seeds.count < 12, "\(name): \(tally)")
        }
        if environment["FLEET_TALLY"] != nil { print(kind, tally.sorted { $0.key < $1.key }) }
    }
}

extension StoreKind {
    /// The number of simulations in one test run.
    fileprivate var simulations: Int {
        switch self {
        case .memory: ProcessEnvironment.isThorough ? 300 : 40
        case .sqlite: ProcessEnvironment.isThorough ? 12 : 4
        case .postgreSQL: 12
        }
    }
}
