public import StateMachines

/// The screens of an image search.
public enum ImageSearchState: StateDefinition, Hashable {
    /// The empty screen before the first search. The machine begins here, and comes back when a
    /// search is cancelled.
    case start

    /// The search field has the focus.
    case searching

    /// The service has been asked, and has not answered yet.
    case loading(query: String)

    /// The service answered with these images, which may be none.
    case searchResults([ImageResult])

    /// The service could not be asked, or did not answer properly, and this message says why.
    case error(String)

    /// What the user does, and what the service answers.
    public enum Event: Hashable, Sendable {
        /// The user taps into the search field.
        case startSearch

        /// The user taps the cancel button beside the field.
        case cancel

        /// The user searches for what the field says.
        case search(String)

        /// The service answered.
        case success([ImageResult])

        /// The request failed, with a message.
        case failure(String)
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The user types: the entry focuses the field, the exit resigns it.
        case editing

        /// A request for this query is under way: the entry starts it, the exit cancels it.
        case fetching(query: String)
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state, and for a
    ///   blank query.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.start, .startSearch): self = .searching
        case (.start, .cancel), (.start, .search), (.start, .success), (.start, .failure): throw .invalid

        case (.searching, .cancel): self = .start
        case (.searching, .search(let query)) where !query.isBlank: self = .loading(query: query)
        case (.searching, .search): throw .invalid
        case (.searching, .startSearch), (.searching, .success), (.searching, .failure): throw .invalid

        case (.loading, .startSearch): self = .searching
        case (.loading, .success(let images)): self = .searchResults(images)
        case (.loading, .failure(let message)): self = .error(message)
        case (.loading, .cancel), (.loading, .search): throw .invalid

        case (.searchResults, .startSearch): self = .searching
        case (.searchResults, .cancel), (.searchResults, .search): throw .invalid
        case (.searchResults, .success), (.searchResults, .failure): throw .invalid

        case (.error, .startSearch): self = .searching
        case (.error, .cancel), (.error, .search), (.error, .success), (.error, .failure): throw .invalid
        }
    }

    /// Editing while searching, fetching while loading.
    public var activities: [Activity] {
        switch self {
        case .start, .searchResults, .error: []
        case .searching: [.editing]
        case .loading(let query): [.fetching(query: query)]
        }
    }
}

extension String {
    /// Whether it has no characters but white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension ImageSearchState: FiniteStateDefinition {
    /// A search begins with the empty screen.
    public static var initialStates: [ImageSearchState] { [.start] }

    /// Every event, with a blank query among them, and with and without results.
    public var sampleEvents: [Event] {
        [
            .startSearch, .cancel, .search("flowers"), .search(" "), .success([]), .success([.sample]),
            .failure("offline"),
        ]
    }
}
