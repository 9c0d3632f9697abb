import Foundation
import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The header of a server's response, which describes the bytes that follow.
struct DownloadAnswer: Hashable, Sendable {
    let status: Int
    var length: Int64?
    var range: ContentRange?

    /// The entity tag.
    var tag: String?

    /// The server's ID for this version of the video.
    ///
    /// This is the entity tag or, if there is no tag, the modification date.
    var version: String?

    /// The version's ID, if no other bytes can have it.
    var validator: String?

    /// The address that responded, after redirects.
    var address: URL?

    /// Whether the body is compressed.
    ///
    /// If it is, the offsets in the range are not offsets in the video.
    var isEncoded = false
}

extension DownloadAnswer {
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = response.statusCode
        range = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.init)
        tag = response.value(forHTTPHeaderField: "ETag")
        address = response.url
        let date = response.value(forHTTPHeaderField: "Last-Modified")
        version = tag ?? date
        isEncoded = response.isEncoded
        // An encoded response has a different length and version than the video.
        guard !isEncoded else { return }
        length = response.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 }
        if let tag {
            // Two versions with the same weak tag can have different bytes.
            validator = tag.hasPrefix("W/") ? nil : tag
        } else if let modified = date.flatMap(HTTPDate.init),
            let sent = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.init), modified < sent
        {
            // A file can change twice within a second, and then both versions have the same date.
            validator = date
        }
    }
}
