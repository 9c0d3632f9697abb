import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// A machine that says nothing of where it begins may have begun where it is.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct UnboundedWatchTests {
    private struct Counter: StateDefinition {
        var count = 4
        mutating func handleEvent(_ event: Int) throws(TransitionError) { count += event }
    }

    @Test func `what is to come is waited for from where the watch begins`() {
        let machine = StateMachine(Counter())
        let watch = machine.watch([.eventually("ten") { $0.count == 10 }])
        #expect(watch.unwatched.isEmpty)
        #expect(watch.pending == ["ten"])
        machine.send(6)
        #expect(watch.pending.isEmpty)
    }

    @Test func `a failure is told with the last twenty steps, and where they begin`() throws {
        let machine = StateMachine(Counter(count: 0))
        let watch = machine.watch([.never("thirty") { $0.count == 30 }])
        for _ in 0..<30 { machine.send(1) }
        let trace = try #require(watch.failures.first?.trace)
        #expect(trace.initial.count == 10)
        #expect(trace.steps.map(\.after.count) == Array(11...30))
    }
}
