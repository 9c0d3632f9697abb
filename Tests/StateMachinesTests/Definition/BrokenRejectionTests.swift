import StateMachineTestSupport
import StateMachines
import Testing

/// A definition that changes and throws all the same, against the contract of `handleEvent`.
private struct Tank: StateDefinition, Hashable {
    var level = 0

    enum Event: Hashable { case fill, overfill, look }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .fill: level += 1
        case .overfill:
            level += 10
            throw .invalid
        case .look: break
        }
    }

    var activities: [Int] { [level] }
}

/// A machine does not look whether a rejected event has changed the state: a copy of the state
/// would cost as much as the event.
@Suite(.timeLimit(.minutes(2)), .computing) struct BrokenRejectionTests {
    @Test func `a change by a rejected event stays, and the activities follow with the next handled event`() {
        let machine = StateMachine(Tank())
        var calls: [String] = []
        machine.onActivityEntry { calls.append("enters \($0)") }
        machine.onActivityExit { calls.append("exits \($0)") }
        machine.onTransition { calls.append("handled \($0.event)") }
        machine.onChange { before, after in calls.append("\(before.level) to \(after.level)") }
        machine.onRejection { calls.append("rejected \($0.event), in \($0.state.level)") }
        machine.start()
        calls = []

        #expect(!machine.send(.overfill).isHandled)
        #expect(machine.state.level == 10 && machine.activities == [10])
        #expect(calls == ["rejected overfill, in 10"])

        calls = []
        #expect(machine.send(.look).isHandled)
        #expect(calls.filter { $0.hasPrefix("e") } == ["exits 0", "enters 10"])
    }

    @Test func `the outcome is the same without listeners`() {
        let machine = StateMachine(Tank(level: 1))
        guard case .rejected(let error) = machine.send(.overfill) else {
            Issue.record("not rejected")
            return
        }
        #expect(error == InvalidTransition(state: Tank(level: 11), event: .overfill))
        #expect(machine.state.level == 11)
    }
}
