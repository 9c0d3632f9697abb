import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TraceShrinkingEdgeCaseTests {
    /// Counts; not `Hashable`.
    private struct Counter: StateDefinition {
        var count = 0
        mutating func handleEvent(_ event: Int) throws(TransitionError) { count += event }
    }

    /// What holds for parts of a trace proves nothing about the trace.
    @Test func `a trace that does not fail is left as it is, though parts of it would fail`() async {
        let lamp = Trace(from: Lamp.off, events: [.toggle, .toggle, .toggle, .kick])
        #expect(await lamp.shrunk { $0.events.count < 4 }.events == lamp.events)
        let counter = Trace(from: Counter(), events: [1, -1, 1, 3])
        #expect(await counter.shrunk { $0.events.count < 4 }.events == counter.events)
    }
}
