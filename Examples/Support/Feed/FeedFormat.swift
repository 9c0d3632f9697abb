/// The formats of the feed, all with the same entries.
package enum FeedFormat: String, CaseIterable, Sendable {
    /// RSS 2.0.
    case rss
    /// Atom (RFC 4287).
    case atom
    /// JSON Feed 1.1.
    case json
    /// A JSON list of objects with a title, an address and a date.
    case list

    /// The path of the feed in this format.
    var path: String {
        switch self {
        case .rss: "/feed.rss"
        case .atom: "/feed.atom"
        case .json: "/feed.json"
        case .list: "/list.json"
        }
    }

    /// The `Content-Type` of the response.
    var contentType: String {
        switch self {
        case .rss: "application/rss+xml; charset=utf-8"
        case .atom: "application/atom+xml; charset=utf-8"
        case .json: "application/feed+json"
        case .list: "application/json"
        }
    }
}
