import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// Fairness for each of very many events.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct ManyAssumptionsTests {
    /// Goes to and fro with each of its events.
    private enum Swing: FiniteStateDefinition {
        case left, right

        static let events = Array(0..<3_000)
        static var initialStates: [Swing] { [.left] }
        var sampleEvents: [Int] { Self.events }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { self = self == .left ? .right : .left }
    }

    @Test(arguments: [Fairness<Swing>.weakForEachEvent, .strongForEachEvent])
    private func `a fair loop takes each event once`(assumption: Fairness<Swing>) throws {
        let graph = try StateGraph(exploring: Swing.self)
        let search = try LassoSearch(graph, from: nil, to: { _ in false }, assuming: [assumption])
        let result = try #require(search.shortest(lookLimit: 1_000))
        let edges = try #require(result.loop).edges
        #expect(edges.count == 3_000 && Set(edges.map { $0 % 3_000 }).count == 3_000)
        // The first state and its edges use up all looks: with sets of 47 words for 3,000 actions,
        // each counts as five.
        #expect(result.lookCount == 5 * 3_001)
    }
}
