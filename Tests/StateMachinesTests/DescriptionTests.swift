import StateMachines
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct DescriptionTests {
    /// Calls itself something else than its cases.
    private enum Traffic: StateDefinition, CustomStringConvertible {
        case flowing(Int), jammed(Cause)

        enum Cause { case works, accident(Int) }
        enum Event { case brake, warn(Cause) }

        var description: String { "traffic" }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    private enum Plain: StateDefinition {
        case flowing(Int), jammed(Traffic.Cause), named(Traffic), empty

        mutating func handleEvent(_ event: Traffic.Event) throws(TransitionError) { throw .invalid }
    }

    @Test func `a rejection names cases without payloads, and the cases inside them`() {
        func text(_ state: Plain, _ event: Traffic.Event) -> String {
            "\(InvalidTransition(state: state, event: event))"
        }
        #expect(text(.empty, .brake) == "Invalid transition: empty does not handle brake")
        #expect(text(.flowing(3), .brake) == "Invalid transition: flowing does not handle brake")
        #expect(
            text(.jammed(.works), .warn(.accident(1)))
                == "Invalid transition: jammed(works) does not handle warn(accident)"
        )
    }

    @Test func `what has a description of its own is called that`() {
        #expect(
            "\(InvalidTransition(state: Traffic.flowing(1), event: .brake))"
                == "Invalid transition: traffic does not handle brake"
        )
        #expect("\(StateMachine(Plain.named(.flowing(1))))" == "StateMachine(named(traffic))")
        #expect("\(StateMachine(Traffic.jammed(.works)))" == "StateMachine(traffic)")
    }

    @Test func `an outcome says what it carries`() {
        #expect("\(StateMachine(Listing()).send(.list([1, 2])))" == "handled(2)")
        #expect("\(StateMachine(Door.open).send(.close))" == "handled")
    }
}
