/// The contents of a feed: a list of entries, possibly empty.
public struct Feed: Hashable, Sendable {
    /// The name of the feed; empty where it has none.
    public let title: String

    /// The entries in the feed's own order, each identifier once.
    public let items: [FeedItem]

    /// Describes a feed; of entries with the same identifier the first is kept.
    public init(title: String = "", items: [FeedItem]) {
        self.title = title
        var seen: Set<String> = []
        self.items = items.filter { seen.insert($0.id).inserted }
    }
}
