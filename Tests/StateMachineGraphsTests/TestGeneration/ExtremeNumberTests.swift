import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Numbers that no one means, where the library takes a number.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct ExtremeNumberTests {
    private static let fractions: [Double] = [.nan, -.infinity, -1, -0.0, 0, 0.5, 1, 90, .infinity]
    private static let counts: [Int] = [.min, -1, 0, 1, .max]

    private func lamp() throws -> StateGraph<Lamp> { try StateGraph(exploring: Lamp.self) }

    @Test(arguments: fractions)
    func `random walks cover all of it for a fraction that is no number, or too large`(fraction: Double) throws {
        let graph = try lamp()
        for goal in [TraceSuite.Goal.pairs(fraction), .transitions(fraction)] {
            let traces = try graph.traces(.randomWalks(seed: 0, until: goal))
            let pairs = Set(traces.flatMap { $0.steps.map { "\($0.before) \($0.event)" } })
            let isAll = fraction.isNaN || fraction >= 1
            let all = if case .pairs = goal { 6 } else { 4 }
            #expect(isAll ? pairs.count == all : fraction > 0 ? pairs.count >= all / 2 : pairs.isEmpty)
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1])
    func `random walks that are too short for their goal are an error at once`(length: Int) throws {
        let suite = TraceSuite.randomWalks(seed: 0, until: .pairs(1), maxLength: length)
        #expect(try tooLarge { try lamp().traces(suite, stepLimit: .max) } != nil)
        #expect(try lamp().traces(.randomWalks(seed: 0, until: .pairs(0.3), maxLength: 1), stepLimit: .max).count == 2)
    }

    @Test(arguments: counts)
    func `suites take any number of states, steps and events`(count: Int) throws {
        let (lamp, alone) = (try lamp(), try StateGraph(exploring: Alone.self))
        #expect(try alone.traces(.faults(extraStates: count)).isEmpty)
        if count < .max {
            #expect(try !lamp.traces(.faults(extraStates: count)).isEmpty)
        } else {
            #expect(try tooLarge { try lamp.traces(.faults(extraStates: count), stepLimit: 1_000) } != nil)
        }
        #expect(try lamp.traces(.simplePaths(upTo: count)).isEmpty == (count < 1))
        if count < 2 {
            #expect(try tooLarge { try lamp.traces(.transitions, stepLimit: count) } != nil)
        } else {
            #expect(try !lamp.traces(.transitions, stepLimit: count).isEmpty)
        }
    }

    @Test(arguments: counts)
    func `explorations and simulations take any limit`(count: Int) async throws {
        let never = MachineProperty<Lamp>.never("", { _ in false })
        if count < 3 {
            #expect(throws: ExplorationError<Lamp>.self) { try StateGraph(exploring: Lamp.self, stateLimit: count) }
        } else {
            #expect(try StateGraph(exploring: Lamp.self, stateLimit: count).states.count == 3)
        }
        #expect(try BoundedSearch(of: Lamp.self, stateLimit: count).check(never).isComplete == (count >= 3))
        #expect(try BoundedSearch(of: Lamp.self, depth: count).check(never).isComplete == (count >= 3))
        let memory = MachineProperty<Lamp>.atAllTimes("", remembering: { _ in 0 }) { _, _ in true }
        #expect(try BoundedSearch(of: Lamp.self, stateLimit: count, depth: count).check(memory).statistics.states > 0)
        let simulation = MachineSimulation(of: Lamp.self, seed: .max, runs: min(count, 3), steps: count)
        let result = try await simulation.check([never])
        #expect(result.statistics.runs == min(max(count, 0), 3) && (result.statistics.steps > 0) == (count > 0))
    }

    /// Has no events.
    private struct Alone: FiniteStateDefinition {
        static var initialStates: [Alone] { [Alone()] }
        var sampleEvents: [Int] { [] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) {}
    }
}
