public import Foundation

/// One entry of a feed.
public struct FeedItem: Hashable, Sendable, Identifiable {
    /// Identifies the entry in its feed: the feed's own identifier, or the link, or the title.
    public let id: String

    /// The headline, as the feed has it; the beginning of the summary where there is none.
    public let title: String

    /// The page of the entry; only addresses with the scheme `http` or `https`.
    public let link: URL?

    /// When the entry was published, or changed; `nil` where the feed does not say so in a known
    /// form.
    public let date: Date?

    /// The text of the entry, without markup, scripts and styles.
    public let summary: String

    /// Describes an entry.
    public init(id: String, title: String, link: URL? = nil, date: Date? = nil, summary: String = "") {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
        self.summary = summary
    }
}
