import GalleryMachines
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct OnboardingTests {
    typealias Screen = Onboarding.Screen

    /// The expected successor of each pair; `nil` if the event is rejected.
    static let ways: [(screen: Screen, next: Onboarding, back: Onboarding?, skip: Onboarding?)] = [
        (.welcome, .showing(.tour), nil, .showing(.account)),
        (.tour, .showing(.account), .showing(.welcome), .showing(.account)),
        (.account, .showing(.notifications), .showing(.tour), nil),
        (.notifications, .finished, .showing(.account), .finished),
    ]

    static let pairs: [Pair<Onboarding>] =
        ways.flatMap { way in
            let shown = Onboarding.showing(way.screen)
            func pair(_ event: Onboarding.Event, _ successor: Onboarding?) -> Pair<Onboarding> {
                switch successor {
                case .showing(let screen):
                    Pair(shown, event, successor, exits: [.screen(way.screen)], enters: [.screen(screen)])
                case .interrupted: Pair(shown, event, successor, exits: [.screen(way.screen)])
                case .finished: Pair(shown, event, successor, exits: [.screen(way.screen), .coordination])
                case nil: Pair(shown, event)
                }
            }
            let interrupted = Onboarding.interrupted(resuming: way.screen)
            return [
                pair(.next, way.next), pair(.back, way.back), pair(.skip, way.skip),
                pair(.interruptionBegan, interrupted), pair(.interruptionEnded, nil),
                Pair(interrupted, .next), Pair(interrupted, .back), Pair(interrupted, .skip),
                Pair(interrupted, .interruptionBegan),
                Pair(interrupted, .interruptionEnded, shown, enters: [.screen(way.screen)]),
            ]
        } + Onboarding.Event.allCases.map { Pair(.finished, $0) }

    @Test(arguments: pairs)
    func `every pair of state and event behaves as the table says`(pair: Pair<Onboarding>) {
        pair.check()
    }

    @Test func `the table has every pair of state and event`() {
        #expect(Self.ways.map(\.screen) == Screen.allCases)
        expectComplete(Self.pairs, states: 9, events: 5)
    }

    @Test func `next goes through the screens in order, and back in reverse order`() {
        let machine = StateMachine(Onboarding.showing(.welcome))
        var shown: [Screen] = []
        machine.onActivityEntry { activity in
            if case .screen(let screen) = activity { shown.append(screen) }
        }
        machine.start()
        for _ in 1..<Screen.allCases.count { machine.send(.next) }
        #expect(shown == Screen.allCases)
        for _ in 1..<Screen.allCases.count { machine.send(.back) }
        #expect(shown == Screen.allCases + Screen.allCases.reversed().dropFirst())
        for screen in Screen.allCases {
            if let next = screen.next { #expect(next.previous == screen) }
        }
    }

    @Test(arguments: Screen.allCases)
    func `a phone call hides the screen, and its end shows the same one again`(screen: Screen) {
        let machine = StateMachine(Onboarding.showing(screen))
        machine.start()
        #expect(machine.send(.interruptionBegan).isHandled)
        #expect(machine.activities == [.coordination])
        #expect(machine.send(.interruptionEnded).isHandled)
        #expect(machine.state == .showing(screen))
        #expect(machine.activities == [.coordination, .screen(screen)])
    }
}
