import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct SampleEventFindingTests {
    /// Has an event with a payload that is handled nowhere.
    private enum Switch: FiniteStateDefinition {
        case off, on

        enum Event: Hashable {
            case flip
            case set(Int)
        }

        static var initialStates: [Switch] { [.off] }

        var sampleEvents: [Event] { [.flip, .set(1), .set(2)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard event == .flip else { throw .invalid }
            self = self == .off ? .on : .off
        }
    }

    /// Ends in a final state, which offers nothing.
    private enum Errand: FiniteStateDefinition {
        case begun, done

        enum Event: Hashable { case finish }

        static var initialStates: [Errand] { [.begun] }

        var sampleEvents: [Event] { self == .begun ? [.finish] : [] }
        var isFinal: Bool { self == .done }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = .done }
    }

    /// Begins in a final state, from which it continues.
    private enum Round: FiniteStateDefinition {
        case first, second, third

        enum Event: Hashable { case go, back, stop }

        static var initialStates: [Round] { [.first] }

        var sampleEvents: [Event] { self == .third ? [.go, .back, .stop] : [.go, .back] }
        var isFinal: Bool { self == .first }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.first, _), (.third, .back): self = .second
            case (.second, .go): self = .third
            case (.second, _), (.third, _): self = .first
            }
        }
    }

    /// Handles one of its events in a final state alone.
    private enum Trip: FiniteStateDefinition {
        case away, home

        enum Event: Hashable { case go, back }

        static var initialStates: [Trip] { [.away] }

        var sampleEvents: [Event] { [.go, .back] }
        var isFinal: Bool { self == .home }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.away, .go): self = .home
            case (.home, .back): self = .away
            case (.away, .back), (.home, .go): throw .invalid
            }
        }
    }

    @Test func `an event that comes later is missed in the first state`() throws {
        var rules = Letter.Rules.clean
        rules.samples = [.a: [.go, .back], .b: [.go, .back, .stop], .c: [.go, .back]]
        rules.transitions[.b]?[.stop] = .a
        #expect(
            try findings(rules) == [
                "The event stop is missing from the sample events of a, although other states try it."
            ]
        )
    }

    @Test func `as many events are not the same events`() throws {
        let rules = Letter.Rules(
            initialStates: [.a, .b],
            transitions: [.a: [.go: .b, .back: .b], .b: [.go: .a, .stop: .a]],
            samples: [.a: [.go, .back], .b: [.go, .stop]]
        )
        #expect(
            Set(try findings(rules)) == [
                "The event back is missing from the sample events of b, although other states try it.",
                "The event stop is missing from the sample events of a, although other states try it.",
            ]
        )
    }

    @Test func `an event that only the last state handles is handled`() throws {
        let all: [Letter.Event] = [.go, .back, .stop]
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b], .b: [.go: .c, .back: .a], .c: [.stop: .a]],
            samples: [.a: all, .b: all, .c: all]
        )
        #expect(try findings(rules) == [])
    }

    @Test func `events that differ in their payload are one that is handled nowhere`() throws {
        #expect(try findings(of: Switch.self) == ["No state handles the event set."])
    }

    @Test func `an event that only a final state handles is handled`() throws {
        #expect(try findings(of: Trip.self) == [])
    }

    @Test func `an event is missed in the first state that is not final`() throws {
        #expect(
            try findings(of: Round.self) == [
                "The event stop is missing from the sample events of second, although other states try it."
            ]
        )
    }

    @Test func `an event that was added to the first state is not known there, and another state shows it`() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b, .back: .b], .b: [.go: .a, .back: .a, .stop: .a]],
            samples: [.a: [.go, .back], .b: [.go, .back, .stop]]
        )
        let all: [Letter.Event] = [.go, .back, .stop]
        #expect(
            try findings(rules, then: [.a: all, .b: all]) == [
                "The event stop is missing from the sample events of a, although other states try it."
            ]
        )
    }

    @Test func `an event that was added to a later state is not known there`() throws {
        let all: [Letter.Event] = [.go, .back, .stop]
        let rules = Letter.Rules(
            transitions: [
                .a: [.go: .b, .back: .c, .stop: .b], .b: [.go: .c, .back: .a, .stop: .a],
                .c: [.go: .a, .back: .b, .stop: .a],
            ],
            samples: [.a: all, .b: [.go, .back], .c: all]
        )
        #expect(
            try findings(rules, then: [.a: all, .b: all, .c: all])
                == ["The event stop is missing from the sample events of b, although other states try it."]
        )
    }

    @Test func `a final state need not handle anything, nor offer it`() throws {
        #expect(try findings(of: Errand.self) == [])
    }
}
