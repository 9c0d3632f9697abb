import StateMachines

enum Search: StateDefinition {
    case start
    case searching
    case loading(query: String)
    case searchResults([String])
    case error(String)

    enum Event: Hashable {
        case startSearch, cancel
        case search(String)
        case success([String])
        case failure(String)
    }

    enum Activity: Hashable {
        case editing
        case fetching(query: String)
    }

    var activities: [Activity] {
        switch self {
        case .searching: [.editing]
        case .loading(let query): [.fetching(query: query)]
        case .start, .searchResults, .error: []
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.start, .startSearch), (.loading, .startSearch): self = .searching
        case (.searchResults, .startSearch), (.error, .startSearch): self = .searching
        case (.searching, .cancel): self = .start
        case (.searching, .search(let query)) where !query.allSatisfy(\.isWhitespace):
            self = .loading(query: query)
        case (.loading, .success(let titles)): self = .searchResults(titles)
        case (.loading, .failure(let message)): self = .error(message)

        case (.searching, .startSearch): throw .invalid
        case (.start, .cancel), (.loading, .cancel): throw .invalid
        case (.searchResults, .cancel), (.error, .cancel): throw .invalid
        case (.searching, .search), (.start, .search), (.loading, .search): throw .invalid
        case (.searchResults, .search), (.error, .search): throw .invalid
        case (.start, .success), (.searching, .success): throw .invalid
        case (.searchResults, .success), (.error, .success): throw .invalid
        case (.start, .failure), (.searching, .failure): throw .invalid
        case (.searchResults, .failure), (.error, .failure): throw .invalid
        }
    }

    var isAnswered: Bool {
        switch self {
        case .searchResults, .error: true
        case .start, .searching, .loading: false
        }
    }
}

extension Search: FiniteStateDefinition {
    static var initialStates: [Search] { [.start] }

    var sampleEvents: [Event] {
        [
            .startSearch, .cancel, .search("flowers"), .search(" "),
            .success(["Roses"]), .failure("offline"),
        ]
    }
}
