import RemoteContentMachine
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct RemoteContentStateTests {
    static let pairs: [Pair<RemoteContentState>] = [
        Pair(.loading, .didReceiveError, .error, exits: [.fetch]),
        Pair(.loading, .didTriggerReload),
        Pair(.loading, .didReceiveEmptyData, .loaded(.empty), exits: [.fetch], enters: [.content]),
        Pair(.loading, .didReceiveData, .loaded(.data), exits: [.fetch], enters: [.content]),

        Pair(.loaded(.empty), .didReceiveError),
        Pair(.loaded(.empty), .didTriggerReload, .loaded(.refresh), enters: [.dataPresence(.refresh)]),
        Pair(.loaded(.empty), .didReceiveEmptyData),
        Pair(.loaded(.empty), .didReceiveData),

        Pair(.loaded(.data), .didReceiveError),
        Pair(.loaded(.data), .didTriggerReload, .loaded(.refresh), enters: [.dataPresence(.refresh)]),
        Pair(.loaded(.data), .didReceiveEmptyData),
        Pair(.loaded(.data), .didReceiveData),

        Pair(.loaded(.refresh), .didReceiveError, .error, exits: [.dataPresence(.refresh), .content]),
        Pair(.loaded(.refresh), .didTriggerReload, .loaded(.refresh)),
        Pair(.loaded(.refresh), .didReceiveEmptyData, .loaded(.empty), exits: [.dataPresence(.refresh)]),
        Pair(.loaded(.refresh), .didReceiveData, .loaded(.data), exits: [.dataPresence(.refresh)]),

        Pair(.error, .didReceiveError),
        Pair(.error, .didTriggerReload, .loading, enters: [.fetch]),
        Pair(.error, .didReceiveEmptyData),
        Pair(.error, .didReceiveData),
    ]

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<RemoteContentState>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 5, events: 4)
    }

    @Test func `presence is there when content is loaded`() {
        #expect(RemoteContentState.loading.presence == nil)
        #expect(RemoteContentState.loaded(.refresh).presence == .refresh)
        #expect(RemoteContentState.error.presence == nil)
    }
}
