import StateMachineGraphs
import StateMachines
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct TooManyStatesGrowthTests {
    /// Has a field that grows and, after it, one that turns.
    private struct Screw: FiniteStateDefinition {
        var depth = 0
        var side = 0

        enum Event: CaseIterable { case turn }
        static var initialStates: [Screw] { [Screw()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            side = (side + 1) % 3
            if side == 0 { depth += 1 }
        }
    }

    @Test func `of two states where one field grows, that field is different, whatever follows it`() throws {
        for limit in 10...12 {
            let error = #expect(throws: ExplorationError<Screw>.self) {
                try StateGraph(exploring: Screw.self, limit: limit)
            }
            let growth = try #require(error?.tooManyStates?.growth)
            #expect(growth.earlier.depth + 1 == growth.later.depth)
        }
    }

    /// Has two fields that grow side by side.
    private struct Twins: FiniteStateDefinition {
        var elder = 0
        var younger = 0

        enum Event: CaseIterable { case grow }
        static var initialStates: [Twins] { [Twins()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            elder += 1
            younger += 1
        }
    }

    @Test func `of two fields that grow alike the first one is named`() throws {
        let error = #expect(throws: ExplorationError<Twins>.self) { try StateGraph(exploring: Twins.self, limit: 10) }
        #expect(try #require(error).description.contains("keeps changing in elder: "))
    }
}
