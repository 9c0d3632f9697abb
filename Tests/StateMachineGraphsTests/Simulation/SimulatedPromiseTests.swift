import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What runs at random tell of promises.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SimulatedPromiseTests {
    /// In machines as small as these, so many runs go everywhere.
    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(10)))
    func `a promise is broken exactly if a graph says so`(seed: UInt64) async throws {
        let claims = TabularClaims(seed: seed)
        let (some, others) = (claims.some, claims.others)
        try await Tabular.$rules.withValue(claims.rules) {
            let graph = try StateGraph(exploring: Tabular.self)
            for (fairness, _) in [claims.assumptions[0], claims.assumptions[Int(seed % 8)]] {
                for property in [
                    MachineProperty<Tabular>.eventually("p", assuming: fairness) { others.contains($0.index) },
                    .leadsTo(
                        "p",
                        from: { some.contains($0.index) },
                        to: { others.contains($0.index) },
                        assuming: fairness
                    ),
                    .eventuallyAlways("p", assuming: fairness) { others.contains($0.index) }, .noDeadEnd(),
                ] {
                    let expected = graph.check(property).counterexample
                    let result = try await MachineSimulation(of: Tabular.self, seed: seed, runs: 30, steps: 40).check(
                        property
                    )
                    let comment: Comment = "\(claims.rules) \(property.kind) \(some) \(others)"
                    #expect((result.counterexample == nil) == (expected == nil), comment)
                    guard let counterexample = result.counterexample else { continue }
                    #expect(claims.isRun(try #require(counterexample.trace)), comment)
                    let again = try await MachineSimulation(of: Tabular.self, seed: result.seed, runs: 1, steps: 40)
                        .check(property)
                    #expect(again.counterexample == counterexample, comment)
                }
            }
        }
    }

    /// Goes up until it is worn out.
    private struct Spring: FiniteStateDefinition {
        var turns = 0
        enum Event: CaseIterable { case turn, rest }
        static var initialStates: [Spring] { [Spring()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            if turns == 9 || event == .rest { throw .invalid }
            turns += 1
        }
    }

    @Test func `a run that ends breaks what was still to come`() async throws {
        let simulation = MachineSimulation(of: Spring.self, seed: 1, runs: 10)
        for property in [
            MachineProperty<Spring>.eventually("ten") { $0.turns == 10 },
            .leadsTo("wound up again", from: { $0.turns == 3 }, to: { $0.turns == 0 }),
            .eventuallyAlways("young") { $0.turns < 9 }, .alwaysPossible("zero") { $0.turns == 0 }, .noDeadEnd(),
        ] {
            let result = try await simulation.check(property)
            #expect(result.counterexample != nil && result.unwatched.isEmpty, "\(property.kind)")
            #expect(result.counterexample?.loop == nil && result.statistics.runs == 1, "\(property.kind)")
        }
        let kept = try await simulation.check([
            .eventually("nine") { $0.turns == 9 }, .leadsTo("on", from: { $0.turns == 3 }, to: { $0.turns == 4 }),
            .eventuallyAlways("old") { $0.turns == 9 }, .alwaysPossible("nine") { $0.turns == 9 },
        ])
        #expect(kept.counterexample == nil && kept.statistics.runs == 10)
    }

    /// Shuts at the first event and then handles none.
    private enum Trap: FiniteStateDefinition {
        case open, shut
        enum Event: CaseIterable { case step, pull }
        static var initialStates: [Trap] { [.open] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.open, .step), (.open, .pull): self = .shut
            case (.shut, .step), (.shut, .pull): throw .invalid
            }
        }
    }

    /// The last event is handled if there is one step, and rejected if there are two.
    @Test(arguments: [1, 2])
    func `a run that is stuck at its last step breaks what was still to come`(steps: Int) async throws {
        let result = try await MachineSimulation(of: Trap.self, seed: 1, runs: 1, steps: steps).check(
            .eventually("open again") { _ in false }
        )
        #expect(result.counterexample?.trace?.steps.count == 1)
        #expect(result.counterexample?.trace?.last == .shut && result.counterexample?.loop == nil)
    }

    /// Turns on, or stays as it is.
    private struct Dial: FiniteStateDefinition {
        var number = 0
        enum Event: CaseIterable { case turn, stay }
        static var initialStates: [Dial] { [Dial()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            if event == .turn { number = (number + 1) % 20 }
        }
    }

    @Test func `a cycle breaks a promise only if it is fair`() async throws {
        let simulation = MachineSimulation(of: Dial.self, seed: 3, runs: 5, steps: 50)
        let property: (_ fairness: [Fairness<Dial>]) -> MachineProperty<Dial> = { fairness in
            .eventually("three", assuming: fairness) { $0.number == 3 }
        }
        let result = try await simulation.check(property([]))
        #expect(result.counterexample?.loop?.steps.count == 1 && result.description.contains("again and again"))
        let fair = try await simulation.check(property([.weak("it turns") { $0 == .turn }]))
        #expect(fair.counterexample == nil && fair.statistics.runs == 5)
    }

    @Test func `a cycle that is unfair to one promise can still break the next one`() async throws {
        let result = try await MachineSimulation(of: Dial.self, seed: 3, runs: 5, steps: 50).check([
            .eventually("three, if it turns", assuming: [.weak("it turns") { $0 == .turn }]) { $0.number == 3 },
            .eventually("three") { $0.number == 3 },
        ])
        #expect(result.counterexample?.property == "three")
    }
}
