import Foundation

/// Reads a feed document of any supported format.
enum FeedDocument {
    /// Reads a feed from the body of a response.
    ///
    /// The document determines the format of the feed, because servers send feeds with many content
    /// types. Only a content type that cannot be text is an error.
    ///
    /// - Parameters:
    ///   - data: The body of the response.
    ///   - contentType: The content type from the server.
    ///   - address: The address of the response, which is the base for relative links.
    static func read(_ data: Data, contentType: String?, from address: URL) throws(FeedError) -> Feed {
        let type = ContentType(contentType)
        if let type, !type.canBeText { throw .notAFeed(type.name) }
        let text = try FeedText.decode(data, charset: type?.charset)
        switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
        case "<": return try XMLFeed.read(text, from: address)
        case "{", "[": return try JSONFeed.read(text, from: address)
        case nil: throw .notAFeed("an empty response")
        default: throw .notAFeed(type.map { "\($0.name) without a feed" } ?? "text of another kind")
        }
    }
}
