import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct TraceSuiteTests {
    private func machine(_ seed: UInt64, states: Int = 30) -> Tabular.Rules {
        var random = SeededGenerator(seed: seed)
        return .random(states: states, events: 4, outputs: 2, initial: 1 + Int(seed % 3), using: &random)
    }

    /// How far each state is from an initial one.
    private func distances(_ graph: StateGraph<Tabular>) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.state.index, graph.path(to: $0).count) })
    }

    private static let suites: [TraceSuite] = [
        .states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: 4), .faults(),
    ]

    @Test(arguments: suites, 0..<UInt64(ProcessEnvironment.runs(3)))
    func `traces begin in an initial state and say what the definition does`(suite: TraceSuite, seed: UInt64) throws {
        let rules = machine(seed)
        let traces = try rules.traces(suite)
        // An initial state may be a leaf, to be visited and no more.
        #expect(!traces.filter { suite != .states || !$0.steps.isEmpty }.isRedundant)
        for trace in traces {
            #expect(rules.initial.contains(trace.initial.index))
            var state = trace.initial
            for step in trace.steps {
                #expect(step.before == state)
                #expect(step.isHandled == ((try? state.handleEvent(step.event)) != nil))
                #expect(step.after == state)
            }
        }
    }

    @Test(arguments: suites)
    func `a suite may have as many steps as the limit says, and no more`(suite: TraceSuite) throws {
        let rules = machine(4, states: 12)
        let traces = try rules.traces(suite)
        #expect(try rules.traces(suite, stepLimit: traces.stepCount).count == traces.count)
        let error = try #require(
            try tooLarge {
                try rules.traces(suite, stepLimit: traces.stepCount - 1)
            }
        )
        #expect(error.suite == suite && error.stepLimit == traces.stepCount - 1)
        #expect(error.description.contains("\(suite) has more than \(error.stepLimit) steps."))
    }

    @Test(arguments: suites + [.randomWalks(seed: 1)])
    func `where there is nothing to do, there is no trace`(suite: TraceSuite) throws {
        let idle = try Tabular.Rules(targets: [[]]).traces(suite)
        #expect(idle.count == (suite == .states ? 1 : 0) && idle.stepCount == 0)
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)))
    func `all states are visited on shortest paths`(seed: UInt64) throws {
        let graph = try machine(seed).graph()
        let (traces, distances) = (try graph.traces(.states), distances(graph))
        #expect(Set(traces.flatMap { [$0.initial] + $0.steps.map(\.after) }) == Set(graph.states))
        for trace in traces { #expect(distances[trace.last.index] == trace.steps.count) }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)))
    func `all that is rejected is tried at the end of a shortest path`(seed: UInt64) throws {
        let graph = try machine(seed).graph()
        let (traces, distances) = (try graph.traces(.rejections), distances(graph))
        #expect(traces.pairs(handled: false) == graph.pairs(handled: false))
        #expect(Set(traces.map(\.last)).count == traces.count)
        for trace in traces {
            let path = trace.steps.prefix(while: \.isHandled)
            #expect(path.count == distances[trace.last.index])
            #expect(trace.steps[path.count...].allSatisfy { !$0.isHandled })
        }
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(20)), [1, 3, 10])
    func `simple paths are all that there are`(seed: UInt64, length: Int) throws {
        let rules = machine(seed, states: 6)
        /// Those that cannot go on, found by recursion.
        func paths(_ path: [Int], _ events: [Int]) -> [[Int]] {
            let index = path[path.count - 1]
            let longer: [[Int]] = rules.targets[index].enumerated().flatMap { event, target -> [[Int]] in
                guard let target, !path.contains(target), events.count < length else { return [] }
                return paths(path + [target], events + [event])
            }
            return longer.isEmpty && !events.isEmpty ? [[path[0]] + events] : longer
        }
        let traces = try rules.traces(.simplePaths(upTo: length))
        let expected = Set(rules.initial).flatMap { paths([$0], []) }
        #expect(Set(traces.map { [$0.initial.index] + $0.events }) == Set(expected))
        #expect(traces.count == expected.count)
    }

    @Test func `more simple paths than can be had are an error at once`() throws {
        let count = 20
        let rules = Tabular.Rules(targets: (0..<count).map { _ in Array(0..<count) })
        #expect(try tooLarge { try rules.traces(.simplePaths(upTo: count), stepLimit: 1000) } != nil)
    }

    @Test func `long paths need no deep stack`() throws {
        let count = 1000
        let rules = Tabular.Rules(targets: (0..<count).map { [$0 + 1 < count ? $0 + 1 : nil] })
        for suite in [TraceSuite.states, .transitions, .transitionPairs, .rejections, .simplePaths(upTo: count)] {
            let traces = try rules.traces(suite)
            #expect(traces.map(\.steps.count) == [suite == .rejections ? count : count - 1])
        }
    }

    @Test(arguments: suites + [.randomWalks(seed: 1)])
    func `traces run the definition, not the states that stand for others`(suite: TraceSuite) throws {
        let graph = try StateGraph(exploring: Queue.self, abstractedBy: { min($0.items.count, 2) })
        let traces = try graph.traces(suite, stepLimit: 1_000)
        #expect(!traces.isEmpty)
        for trace in traces {
            #expect(trace.description == Trace(from: trace.initial, events: trace.events).description)
        }
    }

    @Test func `of two events that lead to a state, the first is on the path there`() throws {
        let rules = Tabular.Rules(targets: [[1, 1, nil], [2, 2, 0], [nil, nil, nil]])
        #expect(try rules.traces(.states).map(\.events) == [[0, 0]])
        #expect(try rules.traces(.rejections).map(\.events) == [[2], [0, 0, 0, 1, 2]])
    }

    @Test func `a suite of one step fits in a limit of one`() throws {
        let rules = Tabular.Rules(targets: [[1, nil, nil], [nil, nil, nil]])
        for suite in [TraceSuite.states, .transitions, .transitionPairs, .simplePaths(upTo: 1)] {
            #expect(try rules.traces(suite, stepLimit: 1).map(\.events) == [[0]], "\(suite)")
        }
        #expect(try Tabular.Rules(targets: [[0]]).traces(.faults(), stepLimit: 1).map(\.events) == [[0]])
    }
}
