package import Foundation

/// An entry of the feed.
package struct FeedEntry: Hashable, Sendable {
    /// The unique identifier.
    package let id: String

    /// The headline.
    package let title: String

    /// The page that the entry links to.
    package let link: String

    /// The publication date, in whole seconds.
    package let date: Date

    /// The text of the entry, as HTML.
    package let text: String

    /// Creates an entry.
    package init(id: String, title: String, link: String, date: Date, text: String) {
        self.id = id
        self.title = title
        self.link = link
        self.date = date
        self.text = text
    }
}
