public import Foundation

/// One entry of a feed.
public struct FeedItem: Hashable, Sendable, Identifiable {
    /// The entry's ID within its feed.
    ///
    /// If the feed doesn't give the entry an ID, this is the link or the title.
    public let id: String

    /// The headline from the feed or, if there is none, the beginning of the summary.
    public let title: String

    /// The entry's page, if its address has the scheme `http` or `https`.
    public let link: URL?

    /// The date when the entry was published or changed.
    ///
    /// It is `nil` if the feed does not contain a date in a known format.
    public let date: Date?

    /// The entry's text, without markup, scripts or styles.
    public let summary: String

    /// Creates an entry.
    public init(id: String, title: String, link: URL? = nil, date: Date? = nil, summary: String = "") {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
        self.summary = summary
    }
}
