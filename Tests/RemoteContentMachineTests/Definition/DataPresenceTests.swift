import RemoteContentMachine
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct DataPresenceTests {
    static let pairs: [Pair<DataPresence>] = [
        Pair(.empty, .didTriggerRefresh, .refresh, enters: [.refresh]),
        Pair(.empty, .didReceiveEmptyData),
        Pair(.empty, .didReceiveData),

        Pair(.data, .didTriggerRefresh, .refresh, enters: [.refresh]),
        Pair(.data, .didReceiveEmptyData),
        Pair(.data, .didReceiveData),

        Pair(.refresh, .didTriggerRefresh, .refresh),
        Pair(.refresh, .didReceiveEmptyData, .empty, exits: [.refresh]),
        Pair(.refresh, .didReceiveData, .data, exits: [.refresh]),
    ]

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<DataPresence>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 3, events: 3)
    }
}
