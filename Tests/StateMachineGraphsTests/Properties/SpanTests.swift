import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SpanTests {
    /// Begins an activity with each `go`, and a span with the first one.
    @Test func `a span that has begun is not begun anew by what would begin it`() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b, .stop: .c], .b: [.back: .a, .stop: .c]],
            activities: [.b: [.outer]],
            samples: [.a: [.go, .stop], .b: [.back, .stop], .c: [.go]]
        )
        try Letter.$rules.withValue(rules) {
            let graph = try StateGraph(exploring: Letter.self)
            let verdict = graph.check(.activity(.outer, isEnteredOnceBetween: .go, and: .stop))
            #expect(!verdict.holds)
            #expect(verdict.counterexample?.trace?.events == [.go, .back, .go])
        }
    }

    @Test func `of several states that can be reached, the witness leads to the nearest`() throws {
        let graph = try StateGraph(exploring: Lamp.self)
        guard case .holds(let witness) = graph.check(.reachable("any") { _ in true }) else {
            Issue.record("it does not hold")
            return
        }
        #expect(witness?.events.isEmpty == true)
    }
}
