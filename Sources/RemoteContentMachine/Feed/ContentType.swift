import Foundation

/// The media type of a response, such as `application/rss+xml; charset=utf-8`.
struct ContentType: Hashable {
    /// The type in lowercase, without parameters.
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

    /// Whether a document of this type may be a feed.
    var canBeText: Bool {
        if ["image/", "audio/", "video/", "font/", "model/", "multipart/"].contains(where: name.hasPrefix) {
            return false
        }
        return !["application/pdf", "application/zip", "application/gzip"].contains(name)
    }
}
