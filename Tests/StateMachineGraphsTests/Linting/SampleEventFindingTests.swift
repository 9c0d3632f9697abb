import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct SampleEventFindingTests {
    /// Has an event with a payload that is handled nowhere.
    private enum Switch: FiniteStateDefinition {
        case off, on

        enum Event: Hashable { case flip, set(Int) }

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

    @Test func `an event that comes later is missed in the first state`() throws {
        var rules = Letter.Rules.clean
        rules.samples = [.a: [.go, .back], .b: [.go, .back, .stop], .c: [.go, .back]]
        rules.transitions[.b]?[.stop] = .a
        #expect(try findings(rules) == ["The event stop is not among the sample events of a."])
    }

    @Test func `as many events are not the same events`() throws {
        let rules = Letter.Rules(
            initialStates: [.a, .b],
            transitions: [.a: [.go: .b, .back: .b], .b: [.go: .a, .stop: .a]],
            samples: [.a: [.go, .back], .b: [.go, .stop]]
        )
        #expect(
            Set(try findings(rules)) == [
                "The event back is not among the sample events of b.",
                "The event stop is not among the sample events of a.",
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
        #expect(try findings(of: Switch.self) == ["The event set is handled nowhere."])
    }

    @Test func `a final state need not handle anything, nor offer it`() throws {
        #expect(try findings(of: Errand.self) == [])
    }
}
