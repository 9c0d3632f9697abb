import Observation
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct RejectionReasonTests {
    private let inside = Terminal(session: .inside(.open(balance: 10)))
    private let tooMuch = Terminal.Event.session(.account(.withdraw(60)))
    private let reason = Terminal.Refusal.session(.account(.insufficient(missing: 50)))

    @Test func `a reason passes three levels and changes nothing on its way`() {
        var terminal = inside
        #expect(throws: reason) { try terminal.handleEvent(tooMuch) }
        #expect(terminal == inside)
        #expect(inside.rejection(of: tooMuch) == reason)
        #expect(inside.rejection(of: .session(.account(.withdraw(6)))) == nil)
        #expect(!inside.canHandle(tooMuch))
    }

    @Test func `an outcome and a hook have the reason`() throws {
        let machine = StateMachine(inside)
        let rejection = InvalidTransition(state: inside, event: tooMuch, reason: reason)
        #expect(machine.send(tooMuch) == .rejected(rejection))
        var heard: [InvalidTransition<Terminal>] = []
        machine.onRejection { heard.append($0) }
        #expect(machine.send(tooMuch) == .rejected(rejection))
        #expect(heard == [rejection])
        #expect(throws: StateMachine<Terminal>.Outcome.Failure.rejected(rejection)) { try machine.send(tooMuch).get() }
        #expect(machine.send(tooMuch) != .rejected(InvalidTransition(state: inside, event: tooMuch, reason: .printer)))
    }

    @Test func `a sentence has the reason with its values but without types, and none for invalid`() {
        let error = InvalidTransition(
            state: inside.session,
            event: .account(.withdraw(60)),
            reason: .account(.insufficient(missing: 50))
        )
        #expect(
            "\(error)"
                == """
                Invalid transition: inside(open) does not handle account(withdraw): \
                account(insufficient(missing: 50))
                """
        )
        #expect(
            "\(InvalidTransition(state: Terminal.Printer.ready, event: .refill))"
                == "Invalid transition: ready does not handle refill"
        )
        #expect(
            "\(InvalidTransition(state: Strict(), event: 1, reason: .pair("a|b", nil)))".hasSuffix(
                #": pair("a|b", nil)"#
            )
        )
        #expect(
            "\(InvalidTransition(state: Strict(), event: 2, reason: .tooMany(.init())))".hasSuffix(": tooMany(two)")
        )
    }

    @Test func `a machine tells the reason of a disabled button, and observers when it may change`() {
        let machine = StateMachine(inside)
        let changes = Counter()
        let told = withObservationTracking {
            machine.rejection(of: tooMuch)
        } onChange: {
            changes.increment()
        }
        #expect(told == reason)
        machine.send(tooMuch)
        #expect(changes.value == 0)
        machine.send(.session(.account(.withdraw(6))))
        #expect(changes.value == 1)
        #expect(machine.rejection(of: tooMuch) == .session(.account(.insufficient(missing: 56))))
        machine.stop()
        #expect(machine.rejection(of: tooMuch) == nil)
        #expect(!machine.canHandle(tooMuch))
    }

    @Test func `an offer to regions collects their reasons in order, and has none if one of them handles it`() {
        #expect(Terminal().rejection(of: .reset) == .both([.session(.noCard), .printer]))
        #expect(inside.rejection(of: .reset) == nil)
        #expect(Terminal(printer: .empty).rejection(of: .reset) == nil)
    }

    @Test func `a definition that throws nothing rejects nothing, and one that throws invalid has no other reason`() {
        #expect(Willing.Rejection.self == Never.self)
        #expect(Willing().rejection(of: 1) == nil)
        #expect(StateMachine(Willing()).send(1).isHandled)
        #expect(Door.Rejection.self == TransitionError.self)
        #expect(Door.open.rejection(of: .lock) == .invalid)
        #expect(MemoryLayout<InvalidTransition<Door>>.size == MemoryLayout<(Door, Door.Event)>.size)
    }

    @Test func `a machine with a reason handles events that hooks send after a rejection`() {
        let machine = StateMachine(inside)
        machine.onRejection { [unowned machine] in if $0.reason == reason { machine.send(.session(.eject)) } }
        #expect(!machine.send(tooMuch).isHandled)
        #expect(machine.state == Terminal())
    }
}

private struct Willing: StateDefinition {
    var count = 0

    mutating func handleEvent(_ event: Int) { count += event }
}

private struct Strict: StateDefinition {
    enum Refusal: Error, Hashable {
        case pair(String, Int?)
        case tooMany(Amount)
    }

    struct Amount: Hashable, CustomStringConvertible {
        let description = "two"
    }

    mutating func handleEvent(_ event: Int) throws(Refusal) {
        throw event == 1 ? .pair("a|b", nil) : .tooMany(Amount())
    }
}
