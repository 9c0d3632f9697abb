/// A feed's contents: a title and a list of entries, which may be empty.
public struct Feed: Hashable, Sendable {
    /// The feed's title; empty if it has none.
    public let title: String

    /// The entries in the feed's order, without duplicate IDs.
    public let items: [FeedItem]

    /// Creates a feed.
    ///
    /// If several entries have the same ID, the feed keeps the first one.
    public init(title: String = "", items: [FeedItem]) {
        self.title = title
        var seen: Set<String> = []
        self.items = items.filter { seen.insert($0.id).inserted }
    }
}
