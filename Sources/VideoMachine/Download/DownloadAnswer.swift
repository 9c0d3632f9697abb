import Foundation
import HTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the head of a server's answer says about the bytes after it.
struct DownloadAnswer: Hashable, Sendable {
    let status: Int
    var length: Int64?
    var range: ContentRange?

    /// The server's name for the version of the video: the entity tag, or the date if there is no
    /// tag.
    var version: String?

    /// The name of the version, if no other bytes can have it.
    var validator: String?

    /// Whether the body is compressed, so that the offsets in the range are not offsets in the
    /// video.
    var isEncoded = false

    /// What to do with an answer.
    enum Consequence: Hashable, Sendable {
        /// Write the bytes. They begin and end at these offsets of a whole with this size; the end
        /// and the size may be unknown.
        case receive(from: Int64, to: Int64?, total: Int64?)

        /// All bytes have been received already.
        case isWhole

        /// The received bytes are useless: request the whole.
        case startAnew

        /// Give up.
        case fail(VideoDownloadError)
    }

    /// Decides what to do with the answer, given what is known of the bytes received before.
    func consequence(after known: PartialFile.Knowledge) -> Consequence {
        switch status {
        // The whole, though a range was requested: the server does not support ranges, or has
        // another version.
        case 200: return .receive(from: 0, to: length, total: length)
        case 206:
            guard let range, let part = range.part, !isEncoded, part.lowerBound == known.received else {
                return disagreement(after: known)
            }
            // Without bytes, what an earlier answer announced does not matter.
            guard known.received > 0 else { return .receive(from: 0, to: part.upperBound, total: range.total) }
            // Parts of two versions must not be joined, even if the server ignores `If-Range`.
            guard isSameVersion(as: known) else { return .startAnew }
            let total = range.total ?? known.expected
            guard total == known.expected ?? total, part.upperBound <= total ?? .max else { return .startAnew }
            return .receive(from: part.lowerBound, to: part.upperBound, total: total)
        case 416:
            guard known.received > 0 else {
                return .fail(range?.total == 0 ? .notAVideo(.empty) : .refused(status: 416))
            }
            guard let range, range.part == nil, let total = range.total, isSameVersion(as: known) else {
                return .startAnew
            }
            return total == known.received && total == known.expected ?? total ? .isWhole : .startAnew
        default: return .fail(.refused(status: status))
        }
    }

    /// Whether the answer names the version of the received bytes, or none.
    private func isSameVersion(as known: PartialFile.Knowledge) -> Bool {
        version == nil || version == known.validator
    }

    private func disagreement(after known: PartialFile.Knowledge) -> Consequence {
        known.received > 0 ? .startAnew : .fail(.malformedAnswer)
    }
}

extension DownloadAnswer {
    init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        status = response.statusCode
        range = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.init)
        let tag = response.value(forHTTPHeaderField: "ETag")
        let date = response.value(forHTTPHeaderField: "Last-Modified")
        version = tag ?? date
        isEncoded = response.isEncoded
        // The length and the version of an encoded answer are not those of the video.
        guard !isEncoded else { return }
        length = response.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 }
        if let tag {
            // Versions with the same weak tag need not have the same bytes.
            validator = tag.hasPrefix("W/") ? nil : tag
        } else if let modified = date.flatMap(HTTPDate.init),
            let sent = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.init), modified < sent
        {
            // A file can change twice within a second, and the date of a later version would then
            // be the same.
            validator = date
        }
    }
}
