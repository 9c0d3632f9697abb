public import ImageSearchMachine
public import StateMachineGraphs
import StateMachines

extension ImageSearchState {
    /// What is promised of a search.
    public static let properties: [MachineProperty<ImageSearchState>] = [
        .always("a request is under way exactly while loading") { state in
            switch state {
            case .loading(let query): state.activities == [.fetching(query: query)]
            case .searching: state.activities == [.editing]
            case .start, .searchResults, .error: state.activities.isEmpty
            }
        },
        .never("a search for nothing") { state in
            guard case .loading(let query) = state else { return false }
            return query.allSatisfy(\.isWhitespace)
        },
        .everyTransition("an answer is taken only while it is awaited") { step in
            switch (step.event, step.before) {
            case (.success, .loading), (.failure, .loading): true
            case (.success, _), (.failure, _): false
            case (.startSearch, _), (.cancel, _), (.search, _): true
            }
        },
        .everyEvent("a search can begin wherever the field has not the focus yet") { step in
            step.event != .startSearch || step.isHandled == (step.before != .searching)
        },
        .reachable("results") { if case .searchResults = $0 { true } else { false } },
        .reachable("an error") { if case .error = $0 { true } else { false } },
        .alwaysPossible("the user can come back to the empty screen") { $0 == .start },
        .leadsTo(
            "loading comes to an end",
            from: { if case .loading = $0 { true } else { false } },
            to: { if case .loading = $0 { false } else { true } }
        ),
    ]
}
