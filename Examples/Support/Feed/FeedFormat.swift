/// The forms in which the same entries can be had.
public enum FeedFormat: String, CaseIterable, Sendable {
    /// RSS 2.0.
    case rss
    /// Atom (RFC 4287).
    case atom
    /// JSON Feed 1.1.
    case json
    /// A JSON list of objects with a title, an address and a date.
    case list

    /// The path at which a service has this form.
    var path: String {
        switch self {
        case .rss: "/feed.rss"
        case .atom: "/feed.atom"
        case .json: "/feed.json"
        case .list: "/list.json"
        }
    }

    /// What the service says that it is.
    var contentType: String {
        switch self {
        case .rss: "application/rss+xml; charset=utf-8"
        case .atom: "application/atom+xml; charset=utf-8"
        case .json: "application/feed+json"
        case .list: "application/json"
        }
    }
}
