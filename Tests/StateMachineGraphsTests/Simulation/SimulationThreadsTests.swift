import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// Simulations on several threads find what simulations on one thread find.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SimulationThreadsTests {
    /// A grid of six thousand states, in which a few events are rejected.
    private struct Grid: PackedStateDefinition {
        var (x, y) = (0, 0)

        enum Event: CaseIterable { case right, up, jump, home }
        static var initialStates: [Grid] { [Grid()] }

        init() {}
        var packed: UInt64 { UInt64(x) << 32 | UInt64(y) }
        init(packed: UInt64) { (x, y) = (Int(packed >> 32), Int(packed & 0xffff_ffff)) }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .right: x = (x + 1) % 80
            case .up: y = (y + 1) % 80
            case .jump:
                guard (x * 7 + y * 13) % 5 != 0 else { throw .invalid }
                (x, y) = ((x * 31 + y) % 80, (y * 17 + x) % 80)
            case .home: (x, y) = (0, 0)
            }
        }
    }

    @Test func `simulations have the same results on one thread and on several`() async throws {
        for property in [
            MachineProperty<Grid>.never("far") { $0.x == 79 && $0.y > 74 },
            .eventually("home", assuming: [.weakForEachEvent]) { $0.x == 400 }, .noDeadEnd(),
        ] {
            var told: [[MachineSimulationStatistics]] = []
            var results: [MachineSimulationResult<Grid>] = []
            // Only the first property needs many steps before it is broken.
            let runs = property.name == "far" ? 400 : 100
            for threads in [1, 3] {
                var statistics: [MachineSimulationStatistics] = []
                let simulation = MachineSimulation(
                    of: Grid.self,
                    seed: 30_000,
                    runs: runs,
                    steps: 400,
                    threads: threads
                )
                results.append(try await simulation.check(property) { statistics.append($0) })
                told.append(statistics)
            }
            // The first property is broken when several threads make runs already.
            if property.name == "far" {
                #expect(results[0].statistics.steps > 100_000 && results[0].counterexample != nil)
            }
            #expect(told[0] == told[1] && results[0].statistics == results[1].statistics)
            #expect(results[0].description == results[1].description && results[0].seed == results[1].seed)
        }
    }

    @Test func `a simulation on several threads ends when its task is cancelled`() async {
        let isCancelled = await Task {
            var isCancelled = false
            do throws(ExplorationError<Grid>) {
                let simulation = MachineSimulation(of: Grid.self, seed: 1, runs: 100_000, steps: 1_000, threads: 3)
                _ = try await simulation.check(.noDeadEnd()) { statistics in
                    if statistics.steps > 200_000 { withUnsafeCurrentTask { $0?.cancel() } }
                }
            } catch {
                if case .cancelled = error { isCancelled = true }
            }
            return isCancelled
        }.value
        #expect(isCancelled)
    }
}
