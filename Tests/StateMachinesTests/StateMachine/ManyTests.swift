import StateMachineTestSupport
import StateMachines
import Testing

/// So many hooks and activities that a quadratic cost would exceed the time limit.
@MainActor
@Suite(.timeLimit(.minutes(1)), .computing) struct ManyTests {
    @Test func `many hooks can be cancelled one by one, in any order`() {
        let machine = StateMachine(Listing())
        var heard = 0
        var tokens = (0..<10_000).map { number in
            switch number % 3 {
            case 0: machine.onTransition { _ in heard += 1 }
            case 1: machine.onActivityEntry { _ in heard += 1 }
            default: machine.onEntry(where: \.list.isEmpty) { heard += 1 }
            }
        }
        let kept = tokens.indices.filter { $0 % 2_000 == 0 }
        for index in tokens.indices where index % 2_000 != 0 { tokens[(index * 7) % tokens.count].cancel() }
        for index in tokens.indices where !kept.contains(index) { tokens[index].cancel() }
        tokens = []
        heard = 0
        machine.send(.ping)
        #expect(heard <= kept.count)
    }

    @Test func `many hooks can be cancelled within one turn`() {
        let machine = StateMachine(Listing())
        var heard = 0
        var tokens: [StateMachine<Listing>.HookToken] = []
        machine.onTransition { _ in for token in tokens { token.cancel() } }
        for _ in 0..<10_000 { tokens.append(machine.onTransition { _ in heard += 1 }) }
        machine.send(.ping)
        machine.send(.ping)
        #expect(heard == 0)
    }

    @Test func `a stop before the instances of many activities have started takes time in proportion`() async throws {
        let machine = StateMachine(Listing())
        let run = Task.immediate { await machine.run { _, _ in Issue.record("work") } }
        machine.send(.list(Array(0..<60_000)))
        machine.stop()
        #expect(await run.value.list.count == 60_000)
    }

    @Test func `an exit of many activities before they have started takes time in proportion`() async throws {
        let machine = StateMachine(Listing())
        let run = Task.immediate {
            await machine.run(until: { $0.list == [-1] }) { _, _ in Issue.record("work") }
        }
        machine.send(.list(Array(0..<60_000)))
        machine.send(.list(Array(30_000..<60_000)))
        machine.send(.list([-1]))
        #expect(await run.value.list == [-1])
    }
}
