/// An order's article, and its price.
public struct Purchase: Codable, Hashable, Sendable {
    /// The name of the article.
    public let article: String

    /// The price in cents.
    public let cents: Int

    /// Creates a purchase.
    public init(article: String, cents: Int) {
        self.article = article
        self.cents = cents
    }
}
