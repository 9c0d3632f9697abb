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

    @Test func `each event that is left is a sample event where it is tried, if it was so in the whole trace`() async {
        let trace = Trace(from: Network(), events: [.send, .wait, .send, .receive, .wait, .receive, .send])
        let short = await trace.shrunk { $0.last.received == 2 }
        #expect(short.events == [.send, .send, .receive, .receive])
        let early = Trace(from: Network(), events: [.receive, .send, .receive])
        #expect(await early.shrunk { $0.last.received == 2 }.events == [.receive, .receive])
    }

    @Test func `shrinking ends when the task is cancelled, with what was found`() async {
        let trace = Trace(from: Counter(), events: Array(repeating: 1, count: 50))
        let (short, calls) = await Task.cancelled {
            var calls = 0
            let short = await trace.shrunk {
                calls += 1
                return $0.last.count >= 40
            }
            return (short, calls)
        }
        #expect(short.events == trace.events && calls <= 1)
    }

    @Test(arguments: [0, 1, 7, 1_000])
    func `shrinking tries as many parts as it may`(limit: Int) async {
        let trace = Trace(from: Counter(), events: Array(repeating: 1, count: 50))
        var calls = 0
        let short = await trace.shrunk(attempts: limit) {
            calls += 1
            return $0.last.count >= 20
        }
        #expect(calls <= limit + 1 && short.last.count >= 20)
        #expect(limit < 1_000 || short.events.count == 20)
    }
}
