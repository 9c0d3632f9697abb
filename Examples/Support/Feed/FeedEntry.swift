public import Foundation

/// An entry of the feed.
public struct FeedEntry: Hashable, Sendable {
    /// Its unique identifier.
    public let id: String

    /// Its headline.
    public let title: String

    /// The page that it is about.
    public let link: String

    /// When it was published, in whole seconds.
    public let date: Date

    /// What it says, as HTML.
    public let text: String

    /// Creates an entry.
    public init(id: String, title: String, link: String, date: Date, text: String) {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
        self.text = text
    }
}
