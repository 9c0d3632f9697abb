import Observation
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct DescriptionTests {
    /// Calls itself something else than its cases.
    private enum Traffic: StateDefinition, CustomStringConvertible {
        case flowing(Int)
        case jammed(Cause)

        enum Cause {
            case works
            case accident(Int)
        }
        enum Event {
            case brake
            case warn(Cause)
        }

        var description: String { "traffic" }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    private enum Plain: StateDefinition {
        case flowing(Int)
        case jammed(Traffic.Cause)
        case named(Traffic)
        case empty

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

    /// Prints its own machine while it handles an event.
    private struct Printing: StateDefinition {
        static func description(of machine: StateMachine<Printing>?) -> String { machine.map { "\($0)" } ?? "" }
        let print: @Sendable () -> Void

        mutating func handleEvent(_ event: Void) throws(TransitionError) { print() }
    }

    @Test func `a machine can be printed while it handles an event`() {
        let log = Journal<String>()
        nonisolated(unsafe) weak var printed: StateMachine<Printing>?
        let machine = StateMachine(Printing { log.note(Printing.description(of: printed)) })
        printed = machine
        machine.send(())
        machine.onTransition { _ in log.note("hook") }
        machine.send(())
        #expect(log.entries == ["StateMachine(handling an event)", "StateMachine(handling an event)", "hook"])
    }

    @Test func `printing a machine observes nothing`() {
        let machine = StateMachine(Door.closed)
        let changes = Counter()
        withObservationTracking {
            _ = "\(machine)"
        } onChange: {
            changes.increment()
        }
        machine.send(.open)
        #expect(changes.value == 0)
    }

    @Test func `a sender says what it delivers to, and for which activity`() async throws {
        let machine = StateMachine(Light.on)
        #expect("\(machine.sender())" == "Sender(Light)")
        await machine.run(until: { $0 == .off }) { _, send in
            #expect("\(send)" == "Sender(Light, for shining)")
            await send(.off)
        }
    }

    @Test func `outcomes of a machine without outputs can be compared`() {
        let machine = StateMachine(Door.closed)
        #expect(machine.send(.lock) == .handled(()))
        #expect(machine.send(.lock) == .rejected(InvalidTransition(state: .locked, event: .lock)))
        #expect(machine.send(.open) != .rejected(InvalidTransition(state: .locked, event: .lock)))
        #expect(machine.send(.unlock) != .enqueued)
        #expect(StateMachine<Door>.Outcome.enqueued == .enqueued)
        machine.stop()
        #expect(machine.send(.open) == .dropped(.stopped))
        #expect(machine.send(.open) != .dropped(.stale))
    }

    @Test func `a drop reason is a sentence`() {
        let reasons: [StateMachine<Door>.DropReason] = [
            .stale, .stopped, .released, .chainTooLong(lastEvents: [.open, .close]),
        ]
        #expect(
            reasons.map(\.description) == [
                "The activity that sent the event has been exited",
                "The machine is stopped",
                "The machine was released",
                "The hooks keep sending events to their own machine; the last ones are open, close",
            ]
        )
    }

    @Test func `an outcome says what it carries`() {
        #expect("\(StateMachine(Listing()).send(.list([1, 2])))" == "handled(2)")
        #expect("\(StateMachine(Door.open).send(.close))" == "handled")
    }
}
