extension ImageSearchState {
    /// The images in the results; empty except in ``searchResults(_:)``.
    public var results: [ImageResult] {
        switch self {
        case .searchResults(let images): images
        case .start, .searching, .loading, .error: []
        }
    }

    /// The error message, in the error state.
    public var errorMessage: String? {
        switch self {
        case .error(let message): message
        case .start, .searching, .loading, .searchResults: nil
        }
    }

    /// Whether the machine is waiting for a response.
    public var isLoading: Bool {
        switch self {
        case .loading: true
        case .start, .searching, .searchResults, .error: false
        }
    }

    /// Whether the last search has ended, with results or with an error.
    public var isAnswered: Bool {
        switch self {
        case .searchResults, .error: true
        case .start, .searching, .loading: false
        }
    }
}
