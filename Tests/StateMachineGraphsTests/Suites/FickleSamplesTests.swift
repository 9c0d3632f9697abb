import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct FickleSamplesTests {
    /// Sample events are to be the same each time; where they are not, the process must not end for that.
    @Test(arguments: [TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3)])
    func `a definition that offers fewer events than it did has shorter traces`(suite: TraceSuite) throws {
        let rules = Letter.Rules(transitions: [.a: [.go: .b], .b: [.back: .a, .go: .c], .c: [.back: .a]])
        let graph = try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
        try Letter.$rules.withValue(Letter.Rules(samples: [.a: [], .b: [], .c: []])) {
            let traces = try graph.traces(suite)
            #expect(traces.allSatisfy { $0.events.isEmpty })
        }
    }
}
