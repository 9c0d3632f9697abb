import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct SimulationRunTests {
    /// Each of the first letters leads to the next one.
    private static let line = Letter.Rules(
        transitions: [.a: [.go: .b], .b: [.go: .c], .c: [.go: .d]],
        samples: [.a: [.go], .b: [.go], .c: [.go], .d: [.go]]
    )

    private func simulated(
        _ rules: Letter.Rules,
        runs: Int = 1,
        _ properties: [MachineProperty<Letter>]
    ) async throws -> MachineSimulationResult<Letter> {
        try await Letter.$rules.withValue(rules) {
            try await MachineSimulation(of: Letter.self, seed: 1, runs: runs, steps: 100).check(properties)
        }
    }

    @Test func `a run is over when more than twice as many events are rejected in a row as there are`() async throws {
        for property: MachineProperty<Letter> in [.never("") { _ in false }, .everyTransition("") { _ in true }] {
            #expect(try await simulated(Self.line, [property]).statistics.steps == 3 + 3)
        }
    }

    @Test func `what was rejected before an event is handled does not count`() async throws {
        let rejected = Locked(0)
        let rules = Letter.Rules(transitions: [.a: [.go: .b]], samples: [.a: [.go, .back], .b: [.go]])
        _ = try await simulated(
            rules,
            runs: 20,
            [
                .everyEvent("") { step in
                    if step.before == .b { rejected.withLock { $0 += 1 } }
                    return true
                }
            ]
        )
        #expect(rejected.withLock { $0 } == 20 * 3)
    }

    @Test func `a run is over where there is no sample event`() async throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .b]], samples: [.a: [.go], .b: []])
        #expect(try await simulated(rules, [.never("") { _ in false }]).statistics.steps == 1)
    }

    @Test func `no run has more steps than it may`() async throws {
        let result = try await MachineSimulation(of: Tally.self, seed: 1, runs: 1, steps: 1_500).check([
            .never("") { _ in false }
        ])
        #expect(result.statistics.steps == 1_500)
    }

    @Test func `of several properties that a step breaks, the first one is reported`() async throws {
        let atStart = try await simulated(Self.line, [.never("one") { $0 == .a }, .always("two") { $0 != .a }])
        #expect(atStart.counterexample?.property == "one")
        let byStep = try await simulated(
            Self.line,
            [
                .everyTransition("one") { $0.after != .c }, .everyTransition("two") { $0.after != .c },
            ]
        )
        #expect(byStep.counterexample?.property == "one")
    }

    @Test func `a claim about steps is watched beside one about states`() async throws {
        let result = try await simulated(
            Self.line,
            [
                .never("nothing") { _ in false }, .everyTransition("no c") { $0.after != .c },
            ]
        )
        let counterexample = try #require(result.counterexample)
        #expect(counterexample.property == "no c" && counterexample.trace?.events == [.go, .go])
        #expect(result.description == "\(counterexample)\nFound after 1 run, 2 steps, seed 1.")
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(40)))
    func `no single event can be left out of a counterexample`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let rules = Tabular.Rules.random(states: 40, events: 3, using: &random)
        let result = try await Tabular.$rules.withValue(rules) {
            try await MachineSimulation(of: Tabular.self, seed: seed, runs: 20, steps: 200).check([
                .never("the last states") { $0.index > 37 }
            ])
        }
        // Not every table leads there.
        guard let counterexample = result.counterexample else { return }
        let trace = try #require(counterexample.trace)
        for index in trace.events.indices {
            var events = trace.events
            events.remove(at: index)
            #expect(!Trace(from: trace.initial, events: events).steps.contains { $0.after.index > 37 }, "\(trace)")
        }
    }
}
