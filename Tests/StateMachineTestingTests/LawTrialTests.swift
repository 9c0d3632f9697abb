import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineTesting

/// The trials of a definition, one at a time, with definitions that change their mind between two
/// of them.
@Suite(.timeLimit(.minutes(1)), .computing) struct LawTrialTests {
    private struct Moody: FiniteStateDefinition {
        enum Mood { case asBefore, moving, answering, staying, leaving }

        @TaskLocal static var mood = Mood.asBefore

        enum Event: CaseIterable { case step }

        var count = 0

        static var initialStates: [Moody] { [Moody()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
            count += Self.mood == .moving ? 2 : 1
            return Self.mood == .answering ? -count : count
        }

        var activities: [Int] {
            switch Self.mood {
            case .asBefore, .moving, .answering: [count]
            case .staying: Array(0...count)
            case .leaving: count == 0 ? [0] : []
            }
        }
    }

    private func plan(steps: Int) throws -> RandomPlan<Moody> {
        var random = SeededGenerator(seed: 1)
        return try #require(RandomPlan(steps: steps, using: &random))
    }

    private func broken(in mood: Moody.Mood) throws -> BrokenLaw? {
        let trial = MachineTrial(try plan(steps: 3))
        return Moody.$mood.withValue(mood) { trial.lawBroken() }
    }

    @Test func `the first difference between a machine and its definition is reported`() throws {
        #expect(try broken(in: .asBefore) == nil)
        #expect(
            try broken(in: .moving)
                == BrokenLaw(
                    .machineFollowsDefinition,
                    """
                    The machine took the step Moody(count: 0) ─ step → Moody(count: 2), but the definition takes \
                    Moody(count: 0) ─ step → Moody(count: 1).
                    """
                )
        )
        #expect(
            try broken(in: .answering)?.detail.hasSuffix(": the machine returned -1, but the definition returns 1.")
                == true
        )
        #expect(
            try broken(in: .staying)?.detail.hasSuffix(
                "the machine reported exited [], entered [1], but the definition has exited [0], entered [1]."
            ) == true
        )
        #expect(
            try broken(in: .leaving)?.detail.hasSuffix(
                "the machine reported exited [0], entered [], but the definition has exited [0], entered [1]."
            ) == true
        )
    }

    @Test func `a plan has as many events as it is asked for`() throws {
        for steps in [0, 1, 5] { #expect(try plan(steps: steps).items.count == steps) }
    }

    @Test func `a machine that is run along a trace has to exit and enter what the trace says`() throws {
        let trace = Trace(from: Moody(), events: [.step])
        try trace.run(on: StateMachine(Moody()))
        for mood in [Moody.Mood.staying, .leaving] {
            Moody.$mood.withValue(mood) {
                _ = #expect(throws: TraceDivergence<Moody>.self) { try trace.run(on: StateMachine(Moody())) }
            }
        }
    }

    @Test func `an initial state without sample events is an error, unless there is nothing to do`() async throws {
        enum Mute: FiniteStateDefinition {
            case only
            enum Event { case never }
            static var initialStates: [Mute] { [.only] }
            var sampleEvents: [Event] { [] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {}
        }
        await #expect(throws: MachineLaws.CheckError<Mute>.self) { try await MachineLaws.check(Mute.self) }
        try await MachineLaws.check(Mute.self, runs: 1, steps: 0)
    }
}
