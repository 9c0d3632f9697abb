package import Foundation

/// An entry of the feed.
package struct FeedEntry: Hashable, Sendable {
    /// Its unique identifier.
    package let id: String

    /// Its headline.
    package let title: String

    /// The page that it is about.
    package let link: String

    /// When it was published, in whole seconds.
    package let date: Date

    /// What it says, as HTML.
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
