import RemoteContentMachine
import StateMachines
import TestSupport
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

@Suite(.timeLimit(.minutes(5)), .computing) struct FlatRemoteContentStateTests {
    static let pairs: [Pair<FlatRemoteContentState>] = [
        Pair(.loading, .didReceiveError, .error),
        Pair(.loading, .didTriggerReload),
        Pair(.loading, .didReceiveEmptyData, .empty),
        Pair(.loading, .didReceiveData, .data),

        Pair(.data, .didReceiveError),
        Pair(.data, .didTriggerReload),
        Pair(.data, .didReceiveEmptyData),
        Pair(.data, .didReceiveData),

        Pair(.error, .didReceiveError),
        Pair(.error, .didTriggerReload, .loading),
        Pair(.error, .didReceiveEmptyData),
        Pair(.error, .didReceiveData),

        Pair(.empty, .didReceiveError),
        Pair(.empty, .didTriggerReload, .loading),
        Pair(.empty, .didReceiveEmptyData),
        Pair(.empty, .didReceiveData),
    ]

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<FlatRemoteContentState>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 4, events: 4)
    }

    /// The state of the nested machine that corresponds to one of the flat one.
    private func nested(_ state: FlatRemoteContentState) -> RemoteContentState {
        switch state {
        case .loading: .loading
        case .data: .loaded(.data)
        case .error: .error
        case .empty: .loaded(.empty)
        }
    }

    @Test(arguments: FlatRemoteContentState.allCases, RemoteContentState.Event.allCases)
    func `the nested machine accepts what the flat one accepts, and only refreshes where that one reloads from empty`(
        state: FlatRemoteContentState,
        event: RemoteContentState.Event
    ) {
        var flat = state
        guard (try? flat.handleEvent(event)) != nil else { return }
        var deep = nested(state)
        #expect(throws: Never.self) { try deep.handleEvent(event) }
        if state == .empty && event == .didTriggerReload {
            #expect(flat == .loading)
            #expect(deep == .loaded(.refresh))
        } else {
            #expect(deep == nested(flat))
        }
    }
}

@Suite(.timeLimit(.minutes(5)), .computing) struct RemoteContentTests {
    @Test func `a screen hears of the first state and of every one after it`() {
        let content = RemoteContent<String>()
        var shown: [RemoteContentState] = []
        content.didChangeState = { shown.append($0) }
        content.start()
        content.receiveError()
        content.reload()
        content.receiveData(["news"])
        content.reload()
        content.receiveData([])
        #expect(shown == [.loading, .error, .loading, .loaded(.data), .loaded(.refresh), .loaded(.empty)])
        #expect(content.state == .loaded(.empty))
    }

    @Test func `what arrived is there when the screen hears of it, and stays during a refresh`() {
        let content = RemoteContent<Int>()
        var shown: [[Int]] = []
        content.didChangeState = { [unowned content] _ in shown.append(content.elements) }
        content.start()
        content.receiveData([1, 2])
        content.reload()
        content.receiveError()
        #expect(shown == [[], [1, 2], [1, 2], [1, 2]])
    }

    @Test func `an answer that nobody waits for changes nothing`() {
        let content = RemoteContent<Int>()
        content.start()
        content.receiveData([1])
        #expect(!content.receiveData([2, 3]).isHandled)
        #expect(content.elements == [1])
        #expect(content.state == .loaded(.data))
    }

    @Test func `an answer that is rejected when its turn comes leaves the elements as they were`() {
        let content = RemoteContent<Int>()
        content.start()
        content.receiveData([1])
        content.didChangeState = { [unowned content] state in
            if state == .loaded(.refresh) {
                content.receiveData([2])
                content.receiveData([9])
            }
        }
        content.reload()
        #expect(content.elements == [2])
        #expect(content.state == .loaded(.data))
    }
}
