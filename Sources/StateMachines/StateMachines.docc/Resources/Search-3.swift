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

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.start, .startSearch), (.loading, .startSearch): self = .searching
        case (.searchResults, .startSearch), (.error, .startSearch): self = .searching
        case (.searching, .cancel): self = .start
        case (.searching, .search(let query)): self = .loading(query: query)
        case (.loading, .success(let titles)): self = .searchResults(titles)
        case (.loading, .failure(let message)): self = .error(message)

        case (.searching, .startSearch): throw .invalid
        case (.start, .cancel), (.loading, .cancel): throw .invalid
        case (.searchResults, .cancel), (.error, .cancel): throw .invalid
        case (.start, .search), (.loading, .search): throw .invalid
        case (.searchResults, .search), (.error, .search): throw .invalid
        case (.start, .success), (.searching, .success): throw .invalid
        case (.searchResults, .success), (.error, .success): throw .invalid
        case (.start, .failure), (.searching, .failure): throw .invalid
        case (.searchResults, .failure), (.error, .failure): throw .invalid
        }
    }
}
