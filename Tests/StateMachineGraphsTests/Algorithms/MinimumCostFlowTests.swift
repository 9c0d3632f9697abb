import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct MinimumCostFlowTests {
    private struct Edge {
        let source: Int
        let target: Int
        let cost: Int
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(30)))
    func `a flow brings everything where it is missing, and no cycle makes it cheaper`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let count = 25
        var flow = MinimumCostFlow(nodeCount: count)
        var edges: [Edge] = []
        // A ring, so that there is always a path.
        for node in 0..<count { edges.append(Edge(source: node, target: (node + 1) % count, cost: 9)) }
        for _ in 0..<60 {
            let (source, target) = (
                Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random)
            )
            edges.append(Edge(source: source, target: target, cost: Int.random(in: 0...9, using: &random)))
        }
        for edge in edges { flow.add(from: Int32(edge.source), to: Int32(edge.target), cost: edge.cost) }
        for _ in 0..<40 {
            flow.excess[Int.random(in: 0..<count, using: &random)] += 1
            flow.excess[Int.random(in: 0..<count, using: &random)] -= 1
        }
        var rest = flow.excess
        flow.solve { (_) throws(Never) in }

        for (edge, amount) in zip(edges, flow.amounts) {
            #expect(amount >= 0)
            rest[edge.source] -= amount
            rest[edge.target] += amount
        }
        #expect(rest.allSatisfy { $0 == 0 })

        // Bellman and Ford: if there is no negative cycle, distances settle.
        var distances = Array(repeating: 0, count: count)
        func improve() -> Bool {
            var isBetter = false
            for (edge, amount) in zip(edges, flow.amounts) {
                if distances[edge.source] + edge.cost < distances[edge.target] {
                    distances[edge.target] = distances[edge.source] + edge.cost
                    isBetter = true
                }
                if amount > 0, distances[edge.target] - edge.cost < distances[edge.source] {
                    distances[edge.source] = distances[edge.target] - edge.cost
                    isBetter = true
                }
            }
            return isBetter
        }
        var rounds = 0
        while rounds <= count, improve() { rounds += 1 }
        #expect(rounds <= count)
    }
}
