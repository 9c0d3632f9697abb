import StateMachineTestSupport
import StateMachines
import Testing

/// A machine that has only one hook, so that only this hook keeps it from the fast path.
@Suite(.timeLimit(.minutes(2)), .computing) struct SoleHookTests {
    private final class Count { var value = 0 }

    private func count(_ event: Listing.Event, with register: (StateMachine<Listing>, Count) -> Void) -> Int {
        let (machine, count) = (StateMachine(Listing(list: [1])), Count())
        machine.start()
        register(machine, count)
        machine.send(event)
        return count.value
    }

    @Test func `each kind of hook is called where it is the only one`() {
        #expect(count(.list([])) { machine, count in machine.onEntry(of: Listing()) { count.value += 1 } } == 1)
        #expect(count(.list([])) { machine, count in machine.onExit(of: Listing(list: [1])) { count.value += 1 } } == 1)
        #expect(count(.list([1, 2])) { machine, count in machine.onActivityEntry { count.value += $0 } } == 2)
        #expect(count(.list([])) { machine, count in machine.onActivityExit { count.value += $0 } } == 1)
        #expect(count(.ping) { machine, count in machine.onTransition { _ in count.value += 1 } } == 1)
        #expect(count(.ping) { machine, count in machine.onChange { _, _ in count.value += 1 } } == 1)
        #expect(count(.nonsense) { machine, count in machine.onRejection { _ in count.value += 1 } } == 1)
        let drops = count(.ping) { machine, count in
            machine.onDrop { _, _ in count.value += 1 }
            machine.stop()
        }
        #expect(drops == 1)
    }

    @Test func `a hook that has been removed leaves the others registered`() {
        let (machine, count) = (StateMachine(Listing()), Count())
        let first = machine.onTransition { _ in count.value += 100 }
        machine.onTransition { _ in count.value += 1 }
        first.cancel()
        machine.send(.ping)
        #expect(count.value == 1)
    }
}
