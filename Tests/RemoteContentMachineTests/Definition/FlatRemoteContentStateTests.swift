import RemoteContentMachine
import StateMachineTestSupport
import StateMachines
import Testing

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
    func `the nested machine handles what the flat one handles, and only refreshes where that one reloads from empty`(
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
