import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What `activity(_:isEnteredOnceBetween:and:)` says of each kind of event, one machine for each.
@Suite(.timeLimit(.minutes(2)), .computing) struct ActivitySpanTests {
    private static let once = MachineProperty<Letter>.activity(.outer, isEnteredOnceBetween: .go, and: .stop)

    /// The events of the counterexample; `nil` if the property holds.
    private func refutation(
        _ transitions: [Letter: [Letter.Event: Letter]],
        outerIn states: [Letter],
        of property: MachineProperty<Letter> = once
    ) throws -> [Letter.Event]? {
        var rules = Letter.Rules(transitions: transitions)
        for state in states { rules.activities[state] = [.outer] }
        for letter in [Letter.a, .b, .c, .d] { rules.samples[letter] = [.go, .back, .stop] }
        return try Letter.$rules.withValue(rules) {
            try StateGraph(exploring: Letter.self).check(property).counterexample.map { $0.trace?.events ?? [] }
        }
    }

    @Test func `the transition of the ending event is outside of the span`() throws {
        let transitions: [Letter: [Letter.Event: Letter]] = [.a: [.go: .b], .b: [.back: .c], .c: [.stop: .d]]
        #expect(try refutation(transitions, outerIn: [.b, .d]) == [.go, .back, .stop])
        #expect(try refutation(transitions, outerIn: [.b]) == nil)
    }

    @Test func `what would begin a span ends the present one, and begins the next`() throws {
        let transitions: [Letter: [Letter.Event: Letter]] = [.a: [.go: .b], .b: [.back: .c], .c: [.go: .b]]
        #expect(try refutation(transitions, outerIn: [.c]) == nil)
        #expect(try refutation(transitions, outerIn: [.b]) == nil)
    }

    @Test func `a span that a beginning ends has entered the activity, too`() throws {
        #expect(try refutation([.a: [.go: .a]], outerIn: []) == [.go, .go])
    }

    @Test func `an event that is both ends a span and begins another one`() throws {
        let property = MachineProperty<Letter>.activity(.outer, isEnteredOnceBetween: .go, and: .go)
        #expect(try refutation([.a: [.go: .b], .b: [.back: .a]], outerIn: [.b], of: property) == nil)
        #expect(try refutation([.a: [.go: .b], .b: [.go: .a]], outerIn: [.b], of: property) == [.go, .go, .go])
    }

    @Test func `a second entry is an error at once, and a missing one when the span ends`() throws {
        let transitions: [Letter: [Letter.Event: Letter]] = [
            .a: [.go: .b], .b: [.back: .c, .stop: .a], .c: [.back: .b],
        ]
        #expect(try refutation(transitions, outerIn: [.b]) == [.go, .back, .back])
        #expect(try refutation(transitions, outerIn: []) == [.go, .stop])
    }

    @Test func `a span that has not ended may be without an entry`() throws {
        #expect(try refutation([.a: [.go: .b], .b: [.back: .b]], outerIn: []) == nil)
    }

    @Test func `nothing is entered before the first span, and rejected events begin none`() throws {
        #expect(try refutation([.a: [.back: .b]], outerIn: [.b]) == [.back])
        #expect(try refutation([.b: [.stop: .a]], outerIn: []) == nil)
    }

    @Test func `what goes on in an initial state was entered by no event`() throws {
        #expect(try refutation([.a: [.go: .a]], outerIn: [.a]) == [.go, .go])
        #expect(try refutation([.a: [.back: .b]], outerIn: [.a]) == nil)
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
