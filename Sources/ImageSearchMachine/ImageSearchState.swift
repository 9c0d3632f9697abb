public import StateMachines

/// The screens of an image search.
public enum ImageSearchState: StateDefinition, Hashable {
    /// The empty screen, before the first search and after a cancelled one.
    case start

    /// The search field has the focus.
    case searching

    /// A request for this query is in progress.
    case loading(query: String)

    /// The service has found these images, or none if the list is empty.
    case searchResults([ImageResult])

    /// The request failed or its response was invalid, with this error message.
    case error(String)

    /// A user's action or a response from the service.
    public enum Event: Hashable, Sendable {
        /// The user taps the search field.
        case startSearch

        /// The user taps the cancel button next to the field.
        case cancel

        /// The user submits the text in the search field.
        case search(String)

        /// The service has responded with these images.
        case success([ImageResult])

        /// The request failed or its response was invalid, with this error message.
        case failure(String)
    }

    /// The reason why an event is rejected.
    public enum Refusal: Error, Hashable, Sendable {
        /// The current state does not handle the event.
        case invalid

        /// The query is empty or contains only white space.
        case blankQuery
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// The user types. The field gets the focus on entry and loses it on exit.
        case editing

        /// A request for this query is in progress. It starts on entry and is cancelled on exit.
        case fetching(query: String)
    }

    /// Moves to the next state.
    ///
    /// - Throws: The reason if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch (self, event) {
        case (.start, .startSearch): self = .searching
        case (.start, .cancel), (.start, .search), (.start, .success), (.start, .failure): throw .invalid

        case (.searching, .cancel): self = .start
        case (.searching, .search(let query)) where !query.isBlank: self = .loading(query: query)
        case (.searching, .search): throw .blankQuery
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

    /// Editing while searching, and fetching while loading.
    public var activities: [Activity] {
        switch self {
        case .start, .searchResults, .error: []
        case .searching: [.editing]
        case .loading(let query): [.fetching(query: query)]
        }
    }
}

extension String {
    /// Whether the text is empty or contains only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension ImageSearchState: FiniteStateDefinition {
    /// The empty screen.
    public static var initialStates: [ImageSearchState] { [.start] }

    /// Every event, with samples that include a blank query, results with an image, and results
    /// without one.
    public var sampleEvents: [Event] {
        [
            .startSearch, .cancel, .search("flowers"), .search(" "), .success([]), .success([.sample]),
            .failure("offline"),
        ]
    }
}
