import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// `leadsTo` without assumptions, in larger machines than those of `PromiseOracleTests`, against
/// the distances between all states.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct LassoLengthTests {
    /// Rules with few ways, so that loops are long: any, and a ring with some shortcuts.
    private func rules(_ random: inout SeededGenerator) -> [Tabular.Rules] {
        let size = Int.random(in: 10...20, using: &random)
        let ring = (0..<size).map { index in
            [(index + 1) % size, random.chance(1, in: 3) ? Int.random(in: 0..<size, using: &random) : nil]
        }
        return [.random(states: 12, events: 2, accepting: 3, using: &random), Tabular.Rules(targets: ring)]
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(60)))
    func `the shortest of all runs that break a promise is found`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for rules in rules(&random) {
            let goal = Set(rules.targets.indices.filter { _ in random.chance(1, in: 15) })
            let begins = Set(rules.targets.indices.filter { _ in random.chance(1, in: 6) })
            let property = MachineProperty<Tabular>.leadsTo(
                "p",
                from: { begins.contains($0.index) },
                to: { goal.contains($0.index) }
            )
            let counterexample = try rules.graph().check(property).counterexample
            let length = counterexample.map { ($0.trace?.steps.count ?? 0) + ($0.loop?.steps.count ?? 0) }
            let expected = TabularOracle(rules).shortestRun(breaking: begins, to: goal)
            #expect(length == expected, "\(rules) \(begins) \(goal)")
        }
    }
}
