enum Search {
    case start
    case searching
    case loading(query: String)
    case searchResults([String])
    case error(String)
}
