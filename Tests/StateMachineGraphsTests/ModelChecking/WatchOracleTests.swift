import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// A watch of a running machine says the same as the graph does.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct WatchOracleTests {
    /// Properties that one run can refute.
    private func properties(_ claims: TabularClaims) -> [MachineProperty<Tabular>] {
        let (some, edges, begins, ends) = (claims.some, claims.edges, claims.begins, claims.ends)
        return [
            .always("always") { !some.contains($0.index) },
            .never("never") { some.contains($0.index) },
            .everyTransition("transitions") { !edges.contains(Try(index: $0.before.index, event: $0.event)) },
            .everyEvent("events") { !edges.contains(Try(index: $0.before.index, event: $0.event)) },
            .atAllTimes("history", remembering: { _ in 0 }) {
                if begins.contains($1.event) { $0 += 1 }
                if ends.contains($1.event) { $0 = 0 }
                return $0 < 4
            },
            .activity("spans", 0, isEnteredOnceFrom: { begins.contains($0) }, until: { ends.contains($0) }),
            .activity(0, onlyDuring: 1),
        ]
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(60)))
    func `a watch reports the end of each counterexample, and nothing that was proved`(seed: UInt64) throws {
        let claims = TabularClaims(seed: seed)
        try claims.run { graph in
            for property in properties(claims) {
                let counterexample = graph.check(property).counterexample
                if let trace = counterexample?.trace {
                    let machine = StateMachine(trace.initial)
                    let watch = machine.watch([property])
                    for step in trace.steps {
                        #expect(watch.failures.isEmpty, "\(claims.rules) \(property)")
                        machine.send(step.event)
                    }
                    #expect(watch.failures.first?.reason == counterexample?.reason, "\(claims.rules) \(property)")
                } else {
                    var random = SeededGenerator(seed: seed)
                    let machine = StateMachine(graph.states[0])
                    let watch = machine.watch([property])
                    for _ in 0..<40 { machine.send(Int.random(in: claims.rules.targets[0].indices, using: &random)) }
                    #expect(watch.failures.isEmpty && watch.unwatched.isEmpty, "\(claims.rules) \(property)")
                }
            }
        }
    }
}
