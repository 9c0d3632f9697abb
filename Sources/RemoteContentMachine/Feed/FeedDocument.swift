import Foundation

/// Reads the document of an answer, whatever kind of feed it is.
enum FeedDocument {
    /// Reads a feed.
    ///
    /// The document decides what kind of feed it is, since servers send feeds with many types. Only
    /// a type that cannot be text is an error.
    ///
    /// - Parameters:
    ///   - data: The body of the answer.
    ///   - contentType: The content type that the server has sent.
    ///   - address: The address of the answer, the base of relative links.
    static func read(_ data: Data, contentType: String?, from address: URL) throws(FeedError) -> Feed {
        let type = ContentType(contentType)
        if let type, !type.canBeText { throw .notAFeed(type.name) }
        let text = try FeedText.decode(data, charset: type?.charset)
        switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
        case "<": return try XMLFeed.read(text, from: address)
        case "{", "[": return try JSONFeed.read(text, from: address)
        case nil: throw .notAFeed("nothing at all")
        default: throw .notAFeed(type.map { "\($0.name) without one" } ?? "other text")
        }
    }
}
