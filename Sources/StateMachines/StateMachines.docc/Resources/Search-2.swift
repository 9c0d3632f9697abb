enum Search {
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
}
