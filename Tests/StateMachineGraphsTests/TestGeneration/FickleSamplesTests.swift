import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct FickleSamplesTests {
    private let rules = Letter.Rules(transitions: [.a: [.go: .b], .b: [.back: .a, .go: .c], .c: [.back: .a]])
    private let fickle = Letter.Rules(samples: [.a: [], .b: [], .c: []])

    /// Sample events are to be the same each time; where they are not, the process must not end for
    /// that.
    @Test(
        arguments: [
            TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 3), .faults(),
            .randomWalks(seed: 1),
        ]
    )
    func `a definition that offers fewer events than it did has no traces`(suite: TraceSuite) throws {
        let graph = try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
        let abstracted = try Letter.$rules.withValue(rules) {
            try StateGraph(exploring: Letter.self, abstractedBy: { $0 })
        }
        let answers = try Letter.$rules.withValue(fickle) {
            try [graph, abstracted].map { graph in try nondeterminism { try graph.traces(suite) } }
        }
        #expect(answers.allSatisfy { $0 != nil })
    }

    @Test func `a fairness check of such a definition is not decided`() throws {
        let graph = try Letter.$rules.withValue(rules) { try StateGraph(exploring: Letter.self) }
        Letter.$rules.withValue(fickle) {
            for fairness: Fairness<Letter> in [.weak("go") { $0 == .go }, .strongForEachEvent] {
                let property = MachineProperty<Letter>.eventually("d", assuming: [fairness]) { $0 == .d }
                let verdict = graph.check(property)
                #expect(!verdict.holds && verdict.counterexample == nil)
                #expect(
                    "\(verdict)" == """
                        "d" is undecided: a does not always respond in the same way: it had 2 sample events when the graph was \
                        created, and has 0 sample events now.
                        """
                )
            }
        }
    }
}
