import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct TraceShrinkingTests {
    /// Counts up and down without an end; not `Hashable`.
    private struct Counter: StateDefinition {
        var count = 0

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if count + event < 0 { throw .invalid }
            count += event
        }
    }

    /// Whether it fails, and nothing fails that has one event less.
    private func isMinimal<Definition: StateDefinition>(
        _ trace: Trace<Definition>,
        _ isFailing: (Trace<Definition>) -> Bool
    ) -> Bool {
        isFailing(trace)
            && trace.events.indices.allSatisfy { index in
                var events = trace.events
                events.remove(at: index)
                return !isFailing(Trace(from: trace.initial, events: events))
            }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(30)))
    func `no single event can be left out of what is left`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let events = (0..<Int.random(in: 1...40, using: &random)).map { _ in Int.random(in: -3...3, using: &random) }
        let trace = Trace(from: Counter(), events: events)
        let highest = trace.steps.map(\.after.count).max() ?? 0
        let isFailing: @Sendable (Trace<Counter>) -> Bool =
            switch seed % 4 {
            // It does not matter which.
            case 0: { $0.events.count >= min(4, events.count) }
            // Those that matter are far apart, and there is a rejection among them.
            case 1: { Set($0.events).isSuperset(of: events.suffix(1) + events.prefix(1)) }
            case 2: { $0.steps.contains { $0.after.count >= highest } }
            // It comes and goes with the number.
            default: { $0.events.count % 2 == events.count % 2 && $0.events.contains(events[0]) }
            }
        let short = await trace.shrunk { isFailing($0) }
        #expect(isFailing(trace) && isMinimal(short, isFailing), "\(events) \(short.events)")
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(5)))
    func `a walk shrinks to a short path`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let rules = Tabular.Rules.random(states: 30, events: 4, using: &random)
        let graph = try rules.graph()
        let walk = try #require(try graph.traces(.randomWalks(seed: seed, maxLength: 100)).first)
        let goal = try #require(walk.steps.last).before
        var calls = 0
        let isFailing: (Trace<Tabular>) -> Bool = { $0.last == goal || $0.steps.contains { $0.before == goal } }
        let short = await walk.shrunk {
            calls += 1
            return isFailing($0)
        }
        #expect(isMinimal(short, isFailing))
        // No state comes twice.
        #expect(Set(short.steps.map(\.before)).count == short.steps.count)
        #expect(short.steps.allSatisfy { $0.isHandled })
        #expect(calls < 3 * walk.steps.count + 100)
    }

    @Test func `paths that come back are left out, which no single event could be`() async throws {
        // Forwards and backwards on a line; what is looked for needs an odd number of events.
        let line = Tabular.Rules(targets: [[1, nil], [2, 0], [3, 1], [nil, 2]])
        let start = try #require(try line.graph().states.first)
        let trace = Trace(from: start, events: [0, 0, 1, 0, 0])
        let short = await trace.shrunk { $0.last.index == 3 && $0.events.count % 2 == 1 }
        #expect(short.events == [0, 0, 0])
    }

    @Test func `expectations are found out anew`() async {
        let trace = Trace(from: Counter(), events: [5, 1, -1, -2, 7])
        let short = await trace.shrunk { $0.events.contains(-2) }
        #expect(short.events == [-2])
        #expect(trace.steps[3].isHandled && !short.steps[0].isHandled)
    }

    @Test func `what does not fail comes back as it is`() async {
        let trace = Trace(from: Lamp.off, events: [.toggle, .toggle, .kick])
        #expect(await trace.shrunk { _ in false }.events == trace.events)
        #expect(await trace.shrunk { _ in true }.events.isEmpty)
        #expect(await Trace(from: Lamp.off).shrunk { _ in true }.events.isEmpty)
    }

    @MainActor
    @Test func `the predicate runs on the actor of its caller, and may wait`() async {
        let machine = StateMachine(Lamp.off)
        let short = await Trace(from: Lamp.off, events: [.toggle, .toggle, .kick, .toggle]).shrunk { trace in
            await Task.yield()
            MainActor.assertIsolated()
            return trace.last == .broken && machine.state == .off
        }
        #expect(short.events == [.kick])
    }
}
