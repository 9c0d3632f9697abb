import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct TourTests {
    /// The fewest traces, and then the fewest steps, found by trying everything.
    ///
    /// - Parameters:
    ///   - beginsEverywhere: Whether a trace has to begin in each initial state that an event leads
    ///     out of.
    ///   - needed: What of a step and the one before it has to be covered, as bits.
    private func optimum(
        _ graph: StateGraph<Tabular>,
        beginsEverywhere: Bool = true,
        covering needed: (_ last: Try?, _ next: Try) -> Int
    ) -> [Int] {
        struct Progress: Hashable {
            var index: Int?
            var last: Try?
            var covered = 0
            var started: Set<Int> = []
        }
        let starts = Set(
            graph.initialNodes.filter { graph.edges(from: $0).contains(where: \.isHandled) }.map(\.state.index)
        )
        let targets = Dictionary(
            uniqueKeysWithValues: graph.edges.filter(\.isHandled).map { edge in
                (Try(index: edge.source.state.index, event: edge.event), edge.target.state.index)
            }
        )
        var goal = 0
        for edge in graph.edges where edge.isHandled {
            let pair = Try(index: edge.source.state.index, event: edge.event)
            goal |= needed(nil, pair)
            for next in graph.edges(from: edge.target) where next.isHandled {
                goal |= needed(pair, Try(index: next.source.state.index, event: next.event))
            }
        }

        var best: [Progress: [Int]] = [Progress(): [0, 0]]
        // Costs are traces and steps, one after the other: those with fewer traces first, then
        // fewer steps.
        var levels: [[Int]: [Progress]] = [[0, 0]: [Progress()]]
        while let cost = levels.keys.min(by: { $0.lexicographicallyPrecedes($1) }) {
            for progress in levels.removeValue(forKey: cost) ?? [] where best[progress] == cost {
                if progress.covered == goal, !beginsEverywhere || progress.started == starts { return cost }
                func reach(_ next: Progress, _ traces: Int, _ steps: Int) {
                    let reached = [cost[0] + traces, cost[1] + steps]
                    if let known = best[next], !reached.lexicographicallyPrecedes(known) { return }
                    best[next] = reached
                    levels[reached, default: []].append(next)
                }
                for start in starts {
                    var next = Progress(index: start)
                    (next.covered, next.started) = (progress.covered, progress.started)
                    reach(next, 1, 0)
                }
                for (edge, target) in targets where edge.index == progress.index {
                    var next = progress
                    if progress.last == nil { next.started.insert(edge.index) }
                    next.index = target
                    next.covered |= needed(nil, edge) | needed(progress.last, edge)
                    next.last = edge
                    reach(next, 0, 1)
                }
            }
        }
        return []
    }

    private func machines(_ count: Int, states: Int, events: Int, maxPairs: Int) throws -> [Tabular.Rules] {
        var random = SeededGenerator(seed: 11)
        var machines: [Tabular.Rules] = []
        while machines.count < count {
            let rules = Tabular.Rules.random(
                states: states,
                events: events,
                initial: 1 + machines.count % 3,
                using: &random
            )
            let graph = try rules.graph()
            if (2...maxPairs).contains(graph.pairs(handled: true).count + graph.transitionPairs.count) {
                machines.append(rules)
            }
        }
        return machines
    }

    @Test func `the tour of all transitions is the best there is`() throws {
        for rules in try machines(ProcessEnvironment.runs(40), states: 4, events: 2, maxPairs: 20) {
            let graph = try rules.graph()
            let pairs = Array(graph.pairs(handled: true))
            let expected = optimum(graph) { _, next in pairs.firstIndex(of: next).map { 1 << $0 } ?? 0 }
            let traces = try rules.traces(.transitions)
            #expect([traces.count, traces.stepCount] == expected, "\(rules)")
            #expect(traces.pairs(handled: true) == Set(pairs), "\(rules)")
        }
    }

    @Test func `where initial states lead to each other, a tour begins in each, though one would take all transitions`()
        throws
    {
        let rules = Tabular.Rules(initial: [0, 1], targets: [[1], [0]])
        let traces = try rules.traces(.transitions)
        #expect(traces.map(\.initial.index) == [0, 1] && traces.stepCount == 2)
        #expect(try optimum(rules.graph(), beginsEverywhere: false) { _, next in 1 << next.index } == [1, 2])
    }

    @Test func `only the beginnings make tours more than are needed for the transitions alone`() throws {
        for rules in try machines(ProcessEnvironment.runs(40), states: 4, events: 2, maxPairs: 20) {
            let graph = try rules.graph()
            let pairs = Array(graph.pairs(handled: true))
            let fewest = optimum(graph, beginsEverywhere: false) { _, next in
                pairs.firstIndex(of: next).map { 1 << $0 } ?? 0
            }
            let traces = try rules.traces(.transitions)
            let beginnings = Set(traces.map(\.initial.index))
            let starts = graph.initialNodes.filter { graph.edges(from: $0).contains(where: \.isHandled) }
            #expect(beginnings == Set(starts.map(\.state.index)), "\(rules)")
            #expect(traces.count >= fewest[0], "\(rules)")
            if starts.count == 1 { #expect(traces.count == fewest[0], "\(rules)") }
        }
    }

    @Test func `the tour of all pairs of transitions is the best there is`() throws {
        for rules in try machines(ProcessEnvironment.runs(40), states: 3, events: 2, maxPairs: 14) {
            let graph = try rules.graph()
            let wanted = Array(graph.transitionPairs) + graph.pairs(handled: true).map { [$0] }
            let expected = optimum(graph) { last, next in
                wanted.firstIndex(of: last.map { [$0, next] } ?? [next]).map { 1 << $0 } ?? 0
            }
            let traces = try rules.traces(.transitionPairs)
            #expect([traces.count, traces.stepCount] == expected, "\(rules)")
            #expect(traces.transitionPairs == graph.transitionPairs, "\(rules)")
        }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(8)))
    func `tours of larger machines cover everything, and none is the beginning of another`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules = Tabular.Rules.random(states: 40, events: 4, initial: 3, using: &random)
        let graph = try rules.graph()
        let tours = try rules.traces(.transitions)
        #expect(tours.pairs(handled: true) == graph.pairs(handled: true))
        #expect(tours.pairs(handled: false).isEmpty && !tours.isRedundant)
        let pairs = try rules.traces(.transitionPairs)
        #expect(pairs.pairs(handled: true) == graph.pairs(handled: true))
        #expect(pairs.transitionPairs == graph.transitionPairs)
        #expect(pairs.pairs(handled: false).isEmpty && !pairs.isRedundant)
    }

    @Test func `a tour is written as a trace`() throws {
        let traces = try StateGraph(exploring: Lamp.self).traces(.transitions)
        #expect(
            traces.map(\.description) == [
                "off ─ toggle → on ─ toggle → off ─ toggle → on ─ kick → broken", "off ─ kick → broken",
            ]
        )
    }

    @Test func `a ring of many states is one tour`() throws {
        let count = 1000
        let rules = Tabular.Rules(targets: (0..<count).map { [($0 + 1) % count, $0, nil] })
        for suite in [TraceSuite.transitions, .transitionPairs] {
            let traces = try rules.traces(suite)
            #expect(traces.count == 1)
            #expect(traces.stepCount == (suite == .transitions ? 2 * count : 4 * count + 1))
        }
    }
}
