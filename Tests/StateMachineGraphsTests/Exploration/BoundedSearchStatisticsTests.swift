import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// The statistics of a bounded search, and whether it was complete.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct BoundedSearchStatisticsTests {
    /// A tree without end, in which ten events lead from each node to another.
    private struct Tree: FiniteStateDefinition {
        var path: [Int] = []

        static var initialStates: [Tree] { [Tree()] }
        var sampleEvents: [Int] { Array(0..<10) }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { path.append(event) }
    }

    @Test(arguments: 0...3)
    func `all nodes of a tree are found down to the depth, and none below`(depth: Int) throws {
        let search = BoundedSearch(of: Tree.self, depth: depth)
        for property in [
            MachineProperty<Tree>.never("") { $0.path.count > depth }, .everyEvent("") { $0.after.path.count <= depth },
            .atAllTimes("", remembering: { _ in 0 }) { $1.after.path.count <= depth },
        ] {
            let result = try search.check(property)
            let expected = [1, 11, 111, 1_111][depth]
            #expect(result.statistics.states == expected, "\(property.kind)")
            #expect(result.statistics.transitions == expected - 1 && result.statistics.depth == depth)
            #expect(!result.isComplete && result.counterexample == nil)
        }
    }

    @Test func `a search that the last state ends is not complete`() throws {
        let search = BoundedSearch(of: Lamp.self)
        for property in [
            MachineProperty<Lamp>.everyEvent("") { $0.before != .broken },
            .atAllTimes("", remembering: { _ in 0 }) { $1.before != .broken },
        ] {
            let result = try search.check(property)
            #expect(result.counterexample?.trace?.last == .broken && !result.isComplete, "\(property.kind)")
        }
    }

    @Test(arguments: 0..<UInt64(30))
    func `a search with one memory counts what an exploration counts`(seed: UInt64) throws {
        try RandomWalk.$seed.withValue(seed) {
            let expected = try StateGraph(exploring: RandomWalk.self).statistics
            let result = try BoundedSearch(of: RandomWalk.self).check(
                .atAllTimes("", remembering: { _ in 0 }) { _, _ in true }
            )
            let found = result.statistics
            #expect((found.states, found.transitions) == (expected.states, expected.transitions))
            #expect((found.rejections, found.depth) == (expected.rejections, expected.depth))
            #expect(found.largestQueue == expected.largestQueue && result.isComplete)
        }
    }

    @Test(arguments: [
        MachineProperty<Wheel>.never("") { $0.number < 0 }, .atAllTimes("", remembering: { _ in 0 }) { _, _ in true },
    ])
    func `progress is told each time that some thousand edges were tried`(property: MachineProperty<Wheel>) throws {
        var told: [Int] = []
        _ = try BoundedSearch(of: Wheel.self).check(property) { told.append($0.transitions + $0.rejections) }
        #expect(told == (1...4).map { $0 * 4096 })
    }
}
