import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct StateMachineTests {
    @Test func `a definition works without a machine`() throws {
        var door = Door.open
        try door.handleEvent(.close)
        #expect(door == .closed)
        #expect(throws: TransitionError.invalid) { try door.handleEvent(.close) }
        #expect(door == .closed)
    }

    @Test(arguments: Door.allCases, Door.Event.allCases)
    func `a machine does what its definition does`(state: Door, event: Door.Event) {
        var expected = state
        let isHandled = (try? expected.handleEvent(event)) != nil
        let machine = StateMachine(state)
        let outcome = machine.send(event)
        #expect(outcome.isHandled == isHandled)
        #expect(machine.state == expected)
    }

    @Test func `a handled event returns its output`() throws {
        let machine = StateMachine(Listing())
        #expect(machine.send(.list([1, 2])) == .handled(2))
        #expect(try machine.send(.ping).get() == 2)
    }

    @Test func `a rejected event names state and event, and changes nothing`() {
        let machine = StateMachine(Door.open)
        let rejection = InvalidTransition(state: Door.open, event: .lock)
        guard case .rejected(let error) = machine.send(.lock) else {
            Issue.record("not rejected")
            return
        }
        #expect(error == rejection)
        #expect("\(error)" == "Invalid transition: open does not handle lock")
        #expect(machine.state == .open)
        #expect(throws: StateMachine<Door>.Outcome.Failure.rejected(rejection)) { try machine.send(.lock).get() }
    }

    @Test func `names in errors are those of the cases, nested ones included`() {
        let error = InvalidTransition(state: House.occupied(.on), event: .light(.off))
        #expect("\(error)" == "Invalid transition: occupied(on) does not handle light(off)")
        let other = InvalidTransition(state: Listing(), event: .list([1]))
        #expect("\(other)" == "Invalid transition: Listing(list: []) does not handle list")
    }

    @Test func `activities are those of the state, each once, and none before the start and after the stop`() {
        let machine = StateMachine(Listing(list: [1, 2, 1]))
        #expect(machine.activities == [])
        machine.start()
        #expect(machine.activities == [1, 2])
        machine.send(.list([3, 3, 2]))
        #expect(machine.activities == [3, 2])
        machine.stop()
        #expect(machine.activities == [])
        #expect(machine.state.list == [3, 3, 2])
    }

    @Test func `starting enters outermost first and once, and the first event starts the machine`() {
        for isStartedByHand in [true, false] {
            let machine = StateMachine(Listing(list: [1, 2]))
            var entered: [Int] = []
            machine.onActivityEntry { entered.append($0) }
            if isStartedByHand {
                machine.start()
                machine.start()
                #expect(entered == [1, 2])
            }
            machine.send(.ping)
            #expect(entered == [1, 2])
        }
    }

    @Test func `stopping exits innermost first, and drops what comes later`() {
        let machine = StateMachine(Listing(list: [1, 2]))
        var exited: [Int] = []
        var dropped: [Listing.Event] = []
        machine.onActivityExit { exited.append($0) }
        machine.onDrop { event, reason in
            dropped.append(event)
            #expect(reason == .stopped)
        }
        machine.start()
        machine.stop()
        machine.stop()
        #expect(exited == [2, 1])
        #expect(machine.send(.ping) == .dropped(.stopped))
        machine.start()
        #expect(machine.send(.list([])) == .dropped(.stopped))
        #expect(dropped == [.ping, .list([])])
        #expect(machine.state.list == [1, 2])
        #expect(throws: StateMachine<Listing>.Outcome.Failure.dropped(.stopped)) { try machine.send(.ping).get() }
    }

    @Test func `a machine that is stopped before its start enters and exits nothing`() {
        let machine = StateMachine(Listing(list: [1]))
        machine.onActivityEntry { _ in Issue.record("entered") }
        machine.onActivityExit { _ in Issue.record("exited") }
        machine.stop()
        machine.start()
        #expect(machine.send(.ping) == .dropped(.stopped))
    }

    @Test(arguments: [true, false])
    func `a machine that is released calls no exit hooks unless it was stopped`(isStopped: Bool) {
        var exits: [String] = []
        do {
            let machine = StateMachine(Listing(list: [1, 2]))
            machine.onActivityExit { exits.append("\($0)") }
            machine.onExit(where: { !$0.list.isEmpty }) { exits.append("state") }
            machine.start()
            machine.send(.list([2, 3]))
            #expect(exits == ["1"])
            if isStopped { machine.stop() }
        }
        #expect(exits.sorted() == (isStopped ? ["1", "2", "3", "state"] : ["1"]))
    }

    @Test func `a released machine leaves nothing behind`() {
        weak var weakMachine: StateMachine<Listing>?
        do {
            let machine = StateMachine(Listing(list: [1]))
            machine.onActivityEntry { _ in }
            machine.send(.ping)
            _ = machine.state
            weakMachine = machine
        }
        #expect(weakMachine == nil)
    }
}
