import StateMachineGraphs
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
        let verdict = graph.check(.eventually("it stops", assuming: [.weakForEachEvent]) { _ in false })
        guard case .fails(let counterexample) = verdict else { throw Problem() }
        let events = try #require(counterexample.loop).events
        #expect(events.count == 600 && Set(events).count == 600)
    }

    private struct Problem: Error {}
}
