@testable import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

/// Fairness for each of very many events.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct ManyAssumptionsTests {
    /// Goes to and fro with each of its events.
    private enum Swing: FiniteStateDefinition {
        case left, right

        static let events = Array(0..<600)
        static var initialStates: [Swing] { [.left] }
        var sampleEvents: [Int] { Self.events }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { self = self == .left ? .right : .left }
    }

    @Test func `a fair loop takes each event once`() throws {
        let graph = try StateGraph(exploring: Swing.self)
        let search = try LassoSearch(graph, from: nil, to: { _ in false }, assuming: [.weakForEachEvent])
        let result = try #require(search.shortest(lookLimit: 1_000))
        let edges = try #require(result.loop).edges
        #expect(edges.count == 600 && Set(edges.map { $0 % 600 }).count == 600)
        // A look is at sets of ten words for 600 actions, which counts as one.
        #expect(result.lookCount < 1_000 + 601)
    }
}
