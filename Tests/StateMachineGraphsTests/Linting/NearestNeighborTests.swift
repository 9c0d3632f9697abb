import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct NearestNeighborTests {
    @Test func `of several activities that one outlives, the nearest before it is named`() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b], .b: [.back: .a]],
            activities: [.a: [.outer, .inner, .other(1)], .b: [.other(1)]]
        )
        try Letter.$rules.withValue(rules) {
            let findings = try StateGraph(exploring: Letter.self).findings()
            let exited = findings.compactMap { finding -> Letter.Activity? in
                guard case .outlives(.other(1), exited: let exited, _) = finding else { return nil }
                return exited
            }
            #expect(exited == [.inner])
        }
    }
}
