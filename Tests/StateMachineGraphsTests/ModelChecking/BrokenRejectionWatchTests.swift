import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// A definition that changes and throws all the same, against the contract of `handleEvent`.
private struct Tank: StateDefinition, Hashable {
    var level = 0

    enum Event: Hashable { case overfill, look }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard event == .overfill else { return }
        level += 10
        throw .invalid
    }
}

/// A rejection is told with the state that it has left, and properties of states are judged after
/// handled events: the next one shows what was broken.
@Suite(.timeLimit(.minutes(2)), .computing) struct BrokenRejectionWatchTests {
    @Test func `what a rejected event has broken is found with the next handled event`() throws {
        let machine = StateMachine(Tank())
        let watch = machine.watch([
            .never("overflows") { $0.level > 9 }, .always("is low") { $0.level < 10 },
            .leadsTo("is drained", from: { $0.level > 9 }, to: { $0.level == 0 }),
        ])
        machine.send(.overfill)
        #expect(watch.failures.isEmpty && watch.pending.isEmpty)
        machine.send(.look)
        #expect(watch.failures.map(\.property) == ["overflows", "is low"])
        #expect(watch.pending == ["is drained"])
        let trace = try #require(watch.failures.first?.trace)
        #expect(trace.steps.map(\.isHandled) == [false, true])
        #expect(trace.steps.map(\.before.level) == [10, 10])
    }
}
