import GalleryMachines
import StateMachineExampleProperties
import StateMachineGraphs
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// The number of running timers is wrong.
private struct WrongTimers: Error {
    let count: Int
}

/// A light with its timers, on a clock that stands still until a test ends a phase.
@MainActor
private final class Crossing: SystemUnderTest {
    let light = StateMachine(TrafficLight.red)
    let witness: DriverMonitor<TrafficLight>
    private let clock = ManualClock()

    init() {
        witness = DriverMonitor(light, properties: TrafficLight.properties)
    }

    func run() async throws {
        await light.run { [clock] activity, send in
            await TrafficLight.perform(activity, on: clock, sendingTo: send)
        }
    }

    func apply(_ event: TrafficLight.Event) async throws -> SystemOutcome {
        switch event {
        case .didFail, .didRepair: return try SystemOutcome(light.send(event))
        case .timeIsUp:
            // No timer runs while the light flashes: this is the event of a late timer.
            guard let duration = light.state.phase?.duration else { return try SystemOutcome(light.send(event)) }
            return try await witness.accepts(event) { [clock] in clock.advance(by: duration) }
        }
    }

    /// Waits until the number of timers is right, and returns the state.
    func observe() async throws -> TrafficLight {
        let isRight = await eventually { clock.sleeperCount == (light.state.phase == nil ? 0 : 1) }
        guard isRight else { throw WrongTimers(count: clock.sleeperCount) }
        return light.state
    }
}

extension TrafficLight {
    /// The phase with a running timer; `nil` while the light flashes.
    fileprivate var phase: Phase? {
        switch self {
        case .red: .red
        case .green: .green
        case .amber: .amber
        case .flashing: nil
        }
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5)), .computing) struct TrafficLightTraceTests {
    @Test func `the light with its timers follows every pair of transitions of the state machine`() async throws {
        let graph = try StateGraph(exploring: TrafficLight.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) {
            let crossing = Crossing()
            try await running(crossing.run) {
                try await trace.run(on: crossing, clock: ManualClock(), onStep: coverage.record)
            }
            #expect(crossing.witness.complaints.isEmpty)
        }
        for goal in TransitionCoverage<TrafficLight>.Goal.allCases { try coverage.require(goal) }
    }
}
