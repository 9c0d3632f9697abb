import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// `eventually` and `leadsTo` with each kind of fairness, against all sets of edges that a run can
/// take for ever.
///
/// That the shortest run is found is looked at in `LivenessTests`, too, with fewer machines and
/// longer runs.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct PromiseOracleTests {
    static let seeds = 0..<UInt64(ProcessEnvironment.runs(60))
    private static let limit = 5

    @Test(arguments: seeds)
    func `a promise is kept exactly if no fair run breaks it`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        let (oracle, goal) = (claims.oracle, claims.others)
        let recurrentSets = oracle.recurrentSets
        try claims.run { graph in
            for (fairness, assumptions) in claims.assumptions {
                for begins in [nil, claims.some] {
                    let property: MachineProperty<Tabular> =
                        begins.map { begins in
                            .leadsTo(
                                "p",
                                from: { begins.contains($0.index) },
                                to: { goal.contains($0.index) },
                                assuming: fairness
                            )
                        } ?? .eventually("p", assuming: fairness) { goal.contains($0.index) }
                    let comment: Comment = "\(claims.rules) \(property.kind) \(begins as Any) \(goal)"
                    let counterexample = graph.check(property).counterexample
                    let isKept = oracle.keepsPromise(
                        from: begins,
                        to: goal,
                        assuming: assumptions,
                        among: recurrentSets
                    )
                    #expect((counterexample == nil) == isKept, comment)
                    // Some run is found even if no time is left to look for a shorter one.
                    let promise = try #require(property.promise)
                    let search = try LassoSearch(
                        graph,
                        from: promise.beginning,
                        to: promise.isKept,
                        assuming: promise.fairness
                    )
                    #expect((search.shortest(lookLimit: 0) == nil) == isKept, comment)
                    guard let counterexample else { continue }
                    try expectValid(counterexample, of: claims, from: begins, assuming: assumptions, comment)
                    let length = (counterexample.trace?.steps.count ?? 0) + (counterexample.loop?.steps.count ?? 0)
                    let shortest = oracle.shortestRun(
                        breaking: begins,
                        to: goal,
                        assuming: assumptions,
                        limit: Self.limit
                    )
                    #expect(length > Self.limit ? shortest == nil : length == shortest, comment)
                }
            }
        }
    }

    /// A counterexample is a run of the machine that keeps a promise open for ever, and is fair.
    private func expectValid(
        _ counterexample: Counterexample<Tabular>,
        of claims: TabularClaims,
        from begins: Set<Int>?,
        assuming assumptions: [TabularOracle.Assumption],
        _ comment: Comment
    ) throws {
        let (oracle, goal) = (claims.oracle, claims.others)
        let trace = try #require(counterexample.trace)
        #expect(claims.isRun(trace) && trace.steps.allSatisfy(\.isHandled), comment)
        var run = [trace.initial.index] + trace.steps.map(\.after.index)
        if let loop = counterexample.loop {
            #expect(claims.isRun(loop, from: [trace.last.index]) && loop.last == loop.initial, comment)
            #expect(!loop.steps.isEmpty && loop.steps.allSatisfy(\.isHandled), comment)
            #expect(oracle.isFair(loop.steps.map(claims.edge), assumptions), comment)
            run += loop.steps.map(\.after.index)
        } else {
            #expect(oracle.edges.allSatisfy { $0.source != trace.last.index || $0.target == nil }, comment)
        }
        let lastGoal = run.lastIndex(where: goal.contains) ?? -1
        // The goal may be met on the path, but not in the loop.
        #expect(lastGoal < trace.steps.count, comment)
        #expect(!goal.contains(trace.last.index), comment)
        let isPromised = run.indices.contains { index in
            index > lastGoal && (begins.map { $0.contains(run[index]) } ?? (index == 0))
        }
        #expect(isPromised, comment)
    }
}
