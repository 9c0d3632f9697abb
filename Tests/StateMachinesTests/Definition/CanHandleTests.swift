import Observation
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct CanHandleTests {
    @Test(arguments: [Door.open, .closed, .locked], [Door.Event.open, .close, .lock, .unlock])
    func `a state can handle what it does not reject`(state: Door, event: Door.Event) {
        let machine = StateMachine(state)
        let canHandle = machine.canHandle(event)
        #expect(state.canHandle(event) == canHandle)
        #expect(machine.state == state)
        #expect(machine.send(event).isHandled == canHandle)
    }

    @Test func `asking does not start a machine`() {
        let machine = StateMachine(Door.closed)
        #expect(machine.canHandle(.lock))
        #expect(!machine.isRunning)
    }

    @Test func `a stopped machine can handle nothing`() {
        let machine = StateMachine(Door.closed)
        machine.stop()
        #expect(!machine.canHandle(.lock))
    }

    @Test func `an observer is notified when the answer may change`() {
        let machine = StateMachine(Door.closed)
        let changes = Counter()
        withObservationTracking {
            _ = machine.canHandle(.unlock)
        } onChange: {
            changes.increment()
        }
        machine.send(.unlock)
        #expect(changes.value == 0)
        machine.send(.lock)
        #expect(changes.value == 1)
    }

    @Test func `an observer is notified of the stop once, after which the answer stays`() {
        let machine = StateMachine(Door.closed)
        let changes = Counter()
        func observe() {
            withObservationTracking {
                _ = machine.canHandle(.lock)
            } onChange: {
                changes.increment()
            }
        }
        observe()
        machine.start()
        #expect(changes.value == 0)
        machine.stop()
        #expect(changes.value == 1)
        observe()
        machine.stop()
        machine.send(.lock)
        #expect(changes.value == 1)
    }

    @Test func `asking leaves the state unchanged`() {
        let listing = Listing(list: [1])
        #expect(listing.canHandle(.list([2])))
        #expect(listing.list == [1])
    }

    @Test func `an observer that asks again in the turn of a stop is not notified of that stop again`() {
        let machine = StateMachine(Door.closed)
        machine.start()
        let changes = Counter()
        func observe() {
            withObservationTracking {
                _ = machine.canHandle(.lock)
            } onChange: {
                changes.increment()
            }
        }
        observe()
        machine.onExit(of: .closed) { observe() }
        machine.stop()
        #expect(changes.value == 1)
    }
}
