import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// Traces that were made before a definition has changed its mind.
@Suite(.timeLimit(.minutes(2)), .computing) struct FickleDefinitionTests {
    private struct Fickle: StateDefinition, Equatable {
        enum Mood { case asBefore, rejecting, moving, answering }

        @TaskLocal static var mood = Mood.asBefore

        var count = 0

        mutating func handleEvent(_ event: Int) throws(TransitionError) -> Int {
            switch Self.mood {
            case .asBefore: count += event
            case .rejecting: throw .invalid
            case .moving: count += event + 1
            case .answering:
                count += event
                return -1
            }
            return event
        }
    }

    @Test func `a definition that does something else than it did is noticed at its first step`() throws {
        let trace = Trace(from: Fickle(), events: [1, 2])
        try trace.run(on: Fickle())
        for mood in [Fickle.Mood.rejecting, .moving, .answering] {
            var stepCount = 0
            Fickle.$mood.withValue(mood) {
                _ = #expect(throws: TraceDivergence<Fickle>.self) {
                    try trace.run(on: Fickle()) { _ in stepCount += 1 }
                }
                _ = #expect(throws: TraceDivergence<Fickle>.self) { try trace.run(on: StateMachine(Fickle())) }
            }
            #expect(stepCount == 0)
        }
    }
}
