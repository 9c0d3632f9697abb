public import ImageSearchMachine
public import StateMachineGraphs
import StateMachines

extension ImageSearchState {
    /// The properties of an image search.
    public static let properties: [MachineProperty<ImageSearchState>] = [
        .always("a request runs exactly when a search is loading") { state in
            switch state {
            case .loading(let query): state.activities == [.fetching(query: query)]
            case .searching: state.activities == [.editing]
            case .start, .searchResults, .error: state.activities.isEmpty
            }
        },
        .never("the machine loads a blank query") { state in
            guard case .loading(let query) = state else { return false }
            return query.allSatisfy(\.isWhitespace)
        },
        .everyTransition("a response is handled only during loading") { step in
            switch (step.event, step.before) {
            case (.success, .loading), (.failure, .loading): true
            case (.success, _), (.failure, _): false
            case (.startSearch, _), (.cancel, _), (.search, _): true
            }
        },
        .everyEvent("a search can begin in every state except searching") { step in
            step.event != .startSearch || step.isHandled == (step.before != .searching)
        },
        .reachable("a search shows results") { if case .searchResults = $0 { true } else { false } },
        .reachable("a search shows an error") { if case .error = $0 { true } else { false } },
        .alwaysPossible("the user can return to the empty screen") { $0 == .start },
        .leadsTo(
            "loading ends",
            from: { if case .loading = $0 { true } else { false } },
            to: { if case .loading = $0 { false } else { true } }
        ),
    ]
}
