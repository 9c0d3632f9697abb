import Foundation

/// Reads the document that an answer brought, whatever kind of feed it is.
enum FeedDocument {
    /// Reads a feed.
    ///
    /// What it is, is seen from the document: servers call feeds many things. Only types that cannot be text are believed.
    ///
    /// - Parameters:
    ///   - data: The body of the answer.
    ///   - contentType: What the server says that it is.
    ///   - address: Where it came from, which relative links are relative to.
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

/// The media type of an answer, such as `application/rss+xml; charset=utf-8`.
struct ContentType: Hashable {
    /// The type without parameters, in small letters.
    let name: String
    let charset: String?

    init?(_ field: String?) {
        guard let parts = field?.split(separator: ";").map({ $0.trimmingCharacters(in: .whitespaces) }),
            let name = parts.first?.lowercased(), !name.isEmpty
        else { return nil }
        self.name = String(name.prefix(60))
        charset =
            parts.dropFirst().lazy
            .compactMap { $0.wholeMatch(of: /(?i:charset)\s*=\s*"?([^"\s]+)"?/).map { String($0.1) } }
            .first
    }

    /// Whether a feed may hide behind the type.
    var canBeText: Bool {
        if ["image/", "audio/", "video/", "font/", "model/", "multipart/"].contains(where: name.hasPrefix) {
            return false
        }
        return !["application/pdf", "application/zip", "application/gzip"].contains(name)
    }
}
