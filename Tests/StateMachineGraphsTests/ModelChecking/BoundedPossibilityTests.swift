import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// `alwaysPossible` in a search with bounds, against the matrix of a table.
@Suite(.timeLimit(.minutes(1)), .computing) struct BoundedPossibilityTests {
    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(40)))
    func `a refutation is right within bounds, and a shortest one without`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let size = Int.random(in: 2...7, using: &random)
            let rules = Tabular.Rules.random(
                states: size,
                events: 2,
                accepting: Int.random(in: 1...3, using: &random),
                initial: Int.random(in: 1...2, using: &random),
                using: &random
            )
            let goal = Int.random(in: 0..<size, using: &random)
            let oracle = TabularOracle(rules)
            let lost = oracle.reached.filter { !oracle.isReachable[$0][goal] }
            let shortest = lost.compactMap { distance(to: $0, rules) }.min()
            for limit in 1...size {
                let result = try Tabular.$rules.withValue(rules) {
                    try BoundedSearch(of: Tabular.self, stateLimit: limit)
                        .check(.alwaysPossible("the goal") { $0.index == goal })
                }
                // A nearer state may be lost, too, because of states that were not expanded.
                if let trace = result.counterexample?.trace {
                    #expect(lost.contains(trace.last.index), "\(seed) \(rules) \(goal) \(limit)")
                    let reached = try #require(distance(to: trace.last.index, rules))
                    #expect(trace.steps.count == reached)
                }
                if result.isComplete { #expect(result.counterexample?.trace?.steps.count == shortest) }
            }
        }
    }

    /// Returns the number of steps to a state; `nil` if it is not reached.
    private func distance(to state: Int, _ rules: Tabular.Rules) -> Int? {
        var (found, steps) = (Set(rules.initial), 0)
        while !found.contains(state), steps <= rules.targets.count {
            found.formUnion(found.flatMap { rules.targets[$0].compactMap { $0 } })
            steps += 1
        }
        return found.contains(state) ? steps : nil
    }
}
