import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// How long a short loop is looked for, where there is more to look at than the limit says.
@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct LookLimitTests {
    /// Cycles beside each other, in each of which one goes round.
    struct Cycles: FiniteStateDefinition {
        var cycle: Int
        var index = 0
        @TaskLocal static var count = 12
        /// The cycle that has an edge from its third state to the one before it.
        @TaskLocal static var short: Int?
        static let size = 300

        static var initialStates: [Cycles] { (0..<count).map { Cycles(cycle: $0) } }
        var sampleEvents: [Int] { [0, 1] }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if event == 0 {
                index = (index + 1) % Self.size
            } else if index == 2, cycle == Self.short {
                index = 1
            } else {
                throw .invalid
            }
        }
    }

    static let assumptions: [[Fairness<Cycles>]] = [
        [], [.weak("on") { $0 == 0 }], [.strong("on") { $0.cycle >= 0 && $1 == 0 }],
    ]

    @Test(arguments: assumptions.indices)
    func `all components together are given as many looks as one`(index: Int) throws {
        let graph = try StateGraph(exploring: Cycles.self)
        let fairness = Self.assumptions[index]
        let search = try LassoSearch(graph, from: { $0.index == 7 }, to: { _ in false }, assuming: fairness)
        let result = try #require(search.shortest(lookLimit: 20_000))
        // The last look is at one state with its two edges.
        #expect(result.lookCount >= 20_000 && result.lookCount < 20_003)
        #expect(result.loop?.edges.count == Cycles.size)
        // What is found refutes the property, whether or not it is the shortest.
        let (path, loop) = (try graph.trace(along: result.path), try graph.trace(along: #require(result.loop)))
        #expect(path.last == loop.initial && loop.last == loop.initial && path.steps.contains { $0.after.index == 7 })
    }

    @Test func `no component uses up the looks before a short loop is found in another one`() throws {
        try Cycles.$short.withValue(11) {
            let graph = try StateGraph(exploring: Cycles.self)
            let counterexample = graph.check(.eventually("an end") { _ in false }).counterexample
            #expect(counterexample?.trace?.events == [0])
            #expect(counterexample?.loop?.events == [0, 1])
        }
    }
}
