import GalleryMachines
@testable import transition_tables
import StateMachineGraphs
import StateMachineTesting
import StateMachines
import TestSupport
import Testing

/// A timer runs where none should, or none where one should.
private struct WrongTimers: Error {
    let count: Int
}

/// A light with its timers, on a clock that stands still until the time of a phase is to be up.
@MainActor
private final class Crossing: SystemUnderTest {
    let light = StateMachine(TrafficLight.red)
    let witness: DriverMonitor<TrafficLight>
    private let clock = ManualClock()

    init() {
        witness = DriverMonitor(light, properties: TrafficLight.properties)
    }

    func run() async throws {
        try await light.run { [clock] activity, send in
            await TrafficLight.perform(activity, on: clock, sendingTo: send)
        }
    }

    func apply(_ event: TrafficLight.Event) async throws -> SystemOutcome {
        switch event {
        case .didFail, .didRepair: return try SystemOutcome(light.send(event))
        case .timeIsUp:
            // While it flashes no time is running: this is a timer that comes too late.
            guard let duration = light.state.phase?.duration else { return try SystemOutcome(light.send(event)) }
            return try await witness.accepts(event) { [clock] in clock.advance(by: duration) }
        }
    }

    /// Looks at the light when a timer runs, or none, as it has to be.
    func observe() async throws -> TrafficLight {
        let isRight = await eventually { clock.sleeperCount == (light.state.phase == nil ? 0 : 1) }
        guard isRight else { throw WrongTimers(count: clock.sleeperCount) }
        return light.state
    }
}

extension TrafficLight {
    /// The phase whose time is running.
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
@Suite(.timeLimit(.minutes(5)), .computing) struct TrafficLightDriverTests {
    @Test func `the light with its timers goes every way that the state machine goes`() async throws {
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
