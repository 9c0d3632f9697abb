import GalleryMachines
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct PushNotificationsTests {
    static let allowed = PushNotifications.Event.didReturn(isAllowed: true)
    static let forbidden = PushNotifications.Event.didReturn(isAllowed: false)

    static let pairs: [Pair<PushNotifications>] = [
        Pair(.notDetermined, .ask, .asking, enters: [.prompt]),
        Pair(.notDetermined, .didAllow),
        Pair(.notDetermined, .didDecline),
        Pair(.notDetermined, .openSettings),
        Pair(.notDetermined, allowed),
        Pair(.notDetermined, forbidden),

        Pair(.asking, .ask),
        Pair(.asking, .didAllow, .granted, exits: [.prompt], enters: [.registration]),
        Pair(.asking, .didDecline, .denied, exits: [.prompt], enters: [.reminder]),
        Pair(.asking, .openSettings),
        Pair(.asking, allowed),
        Pair(.asking, forbidden),

        Pair(.granted, .ask),
        Pair(.granted, .didAllow),
        Pair(.granted, .didDecline),
        Pair(.granted, .openSettings),
        Pair(.granted, allowed, .granted),
        Pair(.granted, forbidden, .denied, exits: [.registration], enters: [.reminder]),

        Pair(.denied, .ask),
        Pair(.denied, .didAllow),
        Pair(.denied, .didDecline),
        Pair(.denied, .openSettings, .settings),
        Pair(.denied, allowed, .granted, exits: [.reminder], enters: [.registration]),
        Pair(.denied, forbidden, .denied),

        Pair(.settings, .ask),
        Pair(.settings, .didAllow),
        Pair(.settings, .didDecline),
        Pair(.settings, .openSettings),
        Pair(.settings, allowed, .granted, exits: [.reminder], enters: [.registration]),
        Pair(.settings, forbidden, .denied),
    ]

    @Test(arguments: pairs)
    func `every pair of state and event behaves as the table says`(pair: Pair<PushNotifications>) {
        pair.check()
    }

    @Test func `the table has every pair of state and event`() {
        expectComplete(Self.pairs, states: 5, events: 6)
    }

    @Test func `the system asks a user only once`() {
        let machine = StateMachine(PushNotifications.notDetermined)
        var prompts = 0
        machine.onActivityEntry { if $0 == .prompt { prompts += 1 } }
        for event in [.ask, .didDecline, .ask, .openSettings, Self.allowed, .ask, Self.forbidden, .ask]
            as [PushNotifications.Event]
        {
            machine.send(event)
        }
        #expect(prompts == 1)
        #expect(machine.state == .denied)
    }
}
