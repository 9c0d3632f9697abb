import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SimulationTests {
    private let never = MachineProperty<Tally>.never("six") { $0.count == 6 }

    @Test func `a counterexample is found, and shrunk to what matters`() async throws {
        let simulation = MachineSimulation(of: Tally.self, seed: 1, runs: 100, steps: 200)
        for property in [
            never, .always("below six") { $0.count < 6 },
            .everyTransition("six is not entered") { $0.after.count != 6 },
            .atAllTimes("six ups are too many", remembering: { _ in 0 }) { ups, step in
                if step.event == .up { ups += 1 }
                return ups < 6
            },
        ] {
            let result = try await simulation.check([property])
            #expect(result.counterexample?.trace?.events == Array(repeating: .up, count: 6), "\(property.kind)")
            #expect(
                result.counterexample?.property == property.name && result.statistics.runs > 0
                    && result.statistics.steps >= 6
            )
        }
        let rejected = try await simulation.check([.everyEvent("down works") { $0.isHandled }])
        #expect(rejected.counterexample?.trace?.events == [.down])
        let beginning = try await simulation.check([.never("zero") { $0.count == 0 }])
        #expect(beginning.counterexample?.trace?.steps.isEmpty == true && beginning.statistics.steps == 0)
    }

    @Test func `the seed of the run that failed repeats it`() async throws {
        let first = try await MachineSimulation(of: Tally.self, seed: 40, runs: 1_000, steps: 10).check([never])
        #expect(first.counterexample != nil && first.statistics.runs > 1)
        #expect(first.seed == 40 + UInt64(first.statistics.runs) - 1)
        let again = try await MachineSimulation(of: Tally.self, seed: first.seed, runs: 1, steps: 10).check([never])
        #expect(again.counterexample?.description == first.counterexample?.description && again.statistics.runs == 1)
        #expect(again.description.contains("seed \(first.seed)"))
    }

    @Test func `without a counterexample all runs are counted, and what was not watched is named`() async throws {
        var told: [Int] = []
        let result = try await MachineSimulation(of: Tally.self, seed: 5, runs: 20, steps: 30).check([
            .never("minus one") { $0.count < 0 }, .alwaysPossible("zero") { $0.count == 0 },
            .reachable("ten") { $0.count == 10 },
        ]) { told.append($0.runs) }
        #expect(
            result.counterexample == nil && result.statistics.runs == 20 && result.statistics.steps == 600
                && result.seed == 5
        )
        #expect(result.unwatched == ["ten"] && told == Array(1...20))
        #expect(result.description == "No counterexample was found in 20 runs, 600 steps, seed 5.\nNot checked: ten.")
    }

    @Test func `a run ends where nothing is handled`() async throws {
        let result = try await MachineSimulation(of: Lamp.self, seed: 2, runs: 10, steps: 10_000).check([
            .never("") { _ in false }
        ])
        #expect(result.statistics.runs == 10 && result.statistics.steps < 1_000)
    }

    @Test func `a simulation ends when its task is cancelled, and cannot begin without an initial state`() async {
        let isCancelled = await Task.cancelled {
            do throws(ExplorationError<Tally>) {
                _ = try await MachineSimulation(of: Tally.self, seed: 1, runs: 2, steps: 5_000).check([
                    .never("") { _ in false }
                ])
                return false
            } catch {
                if case .cancelled = error { return true }
                return false
            }
        }
        #expect(isCancelled)
        await #expect(throws: ExplorationError<Nowhere>.self) {
            try await MachineSimulation(of: Nowhere.self, seed: 1).check([.never("") { _ in false }])
        }
    }
}
