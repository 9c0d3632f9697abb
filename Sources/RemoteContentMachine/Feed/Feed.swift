/// The contents of a feed: a title and a list of entries, which may be empty.
public struct Feed: Hashable, Sendable {
    /// The title of the feed; empty if it has none.
    public let title: String

    /// The entries in the order of the feed, without duplicate identifiers.
    public let items: [FeedItem]

    /// Creates a feed.
    ///
    /// If several entries have the same identifier, the feed keeps the first one.
    public init(title: String = "", items: [FeedItem]) {
        self.title = title
        var seen: Set<String> = []
        self.items = items.filter { seen.insert($0.id).inserted }
    }
}
