import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What is said of a graph that was explored with a key is true of the machine of its
/// representatives.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct RepresentativeOracleTests {
    private static let key: @Sendable (Int) -> Int = { $0 / 2 }

    /// The table of the representatives: the first states that are found, breadth first, each with
    /// the targets that stand for its own.
    private func quotient(of rules: Tabular.Rules) -> Tabular.Rules {
        var found: [Int] = []
        func representative(_ state: Int) -> Int {
            if let known = found.first(where: { Self.key($0) == Self.key(state) }) { return known }
            found.append(state)
            return state
        }
        var quotient = Tabular.Rules(targets: rules.targets.map { $0.map { _ in nil } })
        quotient.initial = rules.initial.map(representative)
        var next = 0
        while next < found.count {
            let source = found[next]
            next += 1
            quotient.targets[source] = rules.targets[source].map { $0.map(representative) }
        }
        quotient.activities = rules.activities
        return quotient
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(60)))
    func `a verdict is one about the representatives`(seed: UInt64) throws {
        let original = TabularClaims(seed: seed)
        let claims = TabularClaims(original, rules: quotient(of: original.rules))
        let (oracle, some, goal) = (claims.oracle, claims.some, claims.others)
        let recurrentSets = oracle.recurrentSets
        try Tabular.$rules.withValue(original.rules) {
            let graph = try StateGraph(exploring: Tabular.self, abstractedBy: { Self.key($0.index) })
            #expect(Set(graph.states.map(\.index)) == Set(oracle.reached))

            let never = graph.check(.never("some") { some.contains($0.index) }).counterexample
            #expect(never?.trace?.steps.count == oracle.distance { some.contains($0) })
            if let trace = never?.trace { #expect(claims.isRun(trace) && some.contains(trace.last.index)) }

            let possible = graph.check(.alwaysPossible("some") { some.contains($0.index) }).counterexample
            let lost = oracle.distance { id in !some.contains { oracle.isReachable[id][$0] } }
            #expect(possible?.trace?.steps.count == lost)

            for (fairness, assumptions) in claims.assumptions {
                let property = MachineProperty<Tabular>.leadsTo(
                    "p",
                    from: { some.contains($0.index) },
                    to: { goal.contains($0.index) },
                    assuming: fairness
                )
                let verdict = graph.check(property)
                let counterexample = verdict.counterexample
                let isKept = oracle.keepsPromise(from: some, to: goal, assuming: assumptions, among: recurrentSets)
                #expect((counterexample == nil) == isKept, "\(original.rules) \(property.kind)")
                #expect(verdict.undecided == nil)
                if let trace = counterexample?.trace { #expect(claims.isRun(trace)) }
                if let loop = counterexample?.loop {
                    #expect(claims.isRun(loop, from: [loop.initial.index]) && loop.last == loop.initial)
                    #expect(oracle.isFair(loop.steps.map(claims.edge), assumptions))
                }
            }
        }
    }
}
