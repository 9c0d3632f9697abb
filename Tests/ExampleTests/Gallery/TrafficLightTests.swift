import GalleryMachines
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct TrafficLightTests {
    static let pairs: [Pair<TrafficLight>] = [
        Pair(.red, .timeIsUp, .green, exits: [.timer(of: .red)], enters: [.timer(of: .green)]),
        Pair(.red, .didFail, .flashing, exits: [.timer(of: .red)], enters: [.flasher]),
        Pair(.red, .didRepair),

        Pair(.green, .timeIsUp, .amber, exits: [.timer(of: .green)], enters: [.timer(of: .amber)]),
        Pair(.green, .didFail, .flashing, exits: [.timer(of: .green)], enters: [.flasher]),
        Pair(.green, .didRepair),

        Pair(.amber, .timeIsUp, .red, exits: [.timer(of: .amber)], enters: [.timer(of: .red)]),
        Pair(.amber, .didFail, .flashing, exits: [.timer(of: .amber)], enters: [.flasher]),
        Pair(.amber, .didRepair),

        Pair(.flashing, .timeIsUp),
        Pair(.flashing, .didFail, .flashing),
        Pair(.flashing, .didRepair, .red, exits: [.flasher], enters: [.timer(of: .red)]),
    ]

    @Test(arguments: pairs)
    func `every pair of state and event behaves as the table says`(pair: Pair<TrafficLight>) {
        pair.check()
    }

    @Test func `the table has every pair of state and event`() {
        expectComplete(Self.pairs, states: 4, events: 3)
    }

    /// A light with a run, on a manual clock.
    @MainActor
    private final class Crossing {
        let light = StateMachine(TrafficLight.red)
        let clock = ManualClock()
        private var run: Task<TrafficLight, any Error>?

        init() {
            run = Task { [light, clock] in
                await light.run { activity, send in
                    await TrafficLight.perform(activity, on: clock, sendingTo: send)
                }
            }
        }

        func close() async throws {
            run?.cancel()
            _ = try await run?.value
        }
    }

    @MainActor @Test func `each phase lasts for its duration, and then the next one begins`() async throws {
        let crossing = Crossing()
        let phases: [(TrafficLight, Duration, TrafficLight)] = [
            (.red, .seconds(4), .green), (.green, .seconds(5), .amber), (.amber, .seconds(2), .red),
            (.red, .seconds(4), .green),
        ]
        for (phase, duration, next) in phases {
            #expect(await eventually { crossing.clock.sleeperCount == 1 })
            crossing.clock.advance(by: duration - .milliseconds(1))
            #expect(crossing.clock.sleeperCount == 1, "\(phase) is over too early")
            #expect(crossing.light.state == phase)
            crossing.clock.advance(by: .milliseconds(1))
            #expect(await eventually { crossing.light.state == next })
        }
        try await crossing.close()
        #expect(crossing.clock.sleeperCount == 0)
    }

    @MainActor @Test func `a failure ends the timer, and a repair begins a new one from its start`() async throws {
        let crossing = Crossing()
        #expect(await eventually { crossing.clock.sleeperCount == 1 })
        crossing.clock.advance(by: .seconds(3))
        crossing.light.send(.didFail)
        #expect(await eventually { crossing.clock.sleeperCount == 0 })
        crossing.clock.advance(by: .seconds(60))
        #expect(crossing.light.state == .flashing)

        crossing.light.send(.didRepair)
        #expect(await eventually { crossing.clock.sleeperCount == 1 })
        crossing.clock.advance(by: .seconds(3))
        #expect(crossing.clock.sleeperCount == 1, "the new timer goes on with the old one's time")
        crossing.clock.advance(by: .seconds(1))
        #expect(await eventually { crossing.light.state == .green })
        try await crossing.close()
    }
}
