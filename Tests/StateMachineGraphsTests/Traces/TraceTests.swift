import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct TraceTests {
    /// Counts what is written to it.
    private struct Counter: TextOutputStream {
        var characters = 0
        mutating func write(_ string: String) { characters += string.utf8.count }
    }

    @Test func `a trace is written step by step, each character once`() {
        let trace = Trace(from: Tally(), events: Array(repeating: .up, count: 500))
        var counter = Counter()
        trace.write(to: &counter)
        #expect(counter.characters == trace.description.utf8.count)
        #expect(trace.description.hasSuffix(" ─ up → Tally(count: 499) ─ up → Tally(count: 500)"))
    }

    @Test func `a step has an output where its event is handled`() throws {
        #expect(TraceStep(from: Tally(count: 4), event: .up).output == 5)
        #expect(TraceStep(from: Tally(), event: .down).output == nil)
        #expect(TraceStep(from: Wheel(), event: .turn).output != nil)
        let graph = try StateGraph(exploring: Tally.self, within: { $0.count < 2 })
        #expect(graph.edges.map(\.step.output) == [1, nil, 2, 0])
    }
}
