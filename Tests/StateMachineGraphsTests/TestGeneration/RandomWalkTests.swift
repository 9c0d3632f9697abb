import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct RandomWalkTests {
    private func machine(_ seed: UInt64) -> Tabular.Rules {
        var random = SeededGenerator(seed: seed)
        return .random(states: 20, events: 4, initial: 2, using: &random)
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(8)))
    func `walks cover all pairs`(seed: UInt64) throws {
        let graph = try machine(seed).graph()
        let traces = try graph.traces(.randomWalks(seed: seed, maxLength: 30))
        #expect(traces.pairs(handled: true) == graph.pairs(handled: true))
        #expect(traces.pairs(handled: false) == graph.pairs(handled: false))
        #expect(traces.allSatisfy { $0.steps.count <= 30 && $0.initial.rules.initial.contains($0.initial.index) })
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(8)))
    func `walks stop as soon as enough transitions are covered`(seed: UInt64) throws {
        let graph = try machine(seed).graph()
        let all = graph.pairs(handled: true).count
        let traces = try graph.traces(.randomWalks(seed: seed, until: .transitions(0.6), maxLength: 25))
        #expect(traces.pairs(handled: false).isEmpty)
        #expect(traces.pairs(handled: true).count == (all * 6 + 9) / 10)
        // Without the last step it is not enough; and each walk adds something.
        for (index, trace) in traces.enumerated() {
            let before = Array(traces[..<index]).pairs(handled: true)
            #expect(!Array(traces[...index]).pairs(handled: true).isSubset(of: before))
            if index == traces.count - 1, let last = trace.steps.last {
                let path = Trace(from: trace.initial, events: trace.events.dropLast())
                let pair = Try(index: last.before.index, event: last.event)
                #expect(!before.union([path].pairs(handled: true)).contains(pair))
            }
        }
    }

    @Test(arguments: 0..<UInt64(5))
    func `what has not been tried in a state is tried first`(seed: UInt64) throws {
        let rules = Tabular.Rules(targets: [Array(repeating: 0, count: 8)])
        #expect(try rules.traces(.randomWalks(seed: seed)).map { Set($0.events) } == [Set(0..<8)])
        #expect(try rules.traces(.randomWalks(seed: seed)).stepCount == 8)
    }

    @Test(arguments: 0..<UInt64(5))
    func `walks with more steps than the limit are an error`(seed: UInt64) throws {
        let rules = machine(seed)
        let count = try rules.traces(.randomWalks(seed: seed)).stepCount
        #expect(try tooLarge { try rules.traces(.randomWalks(seed: seed), stepLimit: count - 1) } != nil)
    }

    @Test func `the same seed makes the same walks, and another makes others`() throws {
        let graph = try machine(5).graph()
        let walks = try [7, 7, 8].map { seed in
            try graph.traces(.randomWalks(seed: seed)).map { [$0.initial.index] + $0.events }
        }
        #expect(walks[0] == walks[1])
        #expect(walks[0] != walks[2])
    }

    @Test func `a goal that is out of reach is an error`() throws {
        let rules = Tabular.Rules(targets: [[1], [2], [3], [nil]])
        let error = try #require(
            try tooLarge {
                try rules.traces(.randomWalks(seed: 1, maxLength: 2), stepLimit: 500)
            }
        )
        #expect(error.description.hasPrefix("The suite randomWalks"))
        #expect(try tooLarge { try rules.traces(.randomWalks(seed: 1, maxLength: 0), stepLimit: 500) } != nil)
        #expect(try rules.traces(.randomWalks(seed: 1, until: .pairs(0.5), maxLength: 2)).map(\.events) == [[0, 0]])
        #expect(try rules.traces(.randomWalks(seed: 1, until: .pairs(0))).isEmpty)
    }
}
