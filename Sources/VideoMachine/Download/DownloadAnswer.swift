import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the head of a server's answer says about the bytes after it.
struct DownloadAnswer: Hashable, Sendable {
    let status: Int
    var length: Int64?
    var range: ContentRange?
    var validator: String?

    /// What to do with an answer.
    enum Consequence: Hashable, Sendable {
        /// Write the bytes. They begin and end at these offsets of a whole with this size; the end and the size may be unknown.
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
        // The whole, though a range was requested: the server does not support ranges, or has another version.
        case 200: return .receive(from: 0, to: length, total: length)
        case 206:
            guard let range, let part = range.part else { return disagreement(after: known) }
            guard part.lowerBound == known.received else { return disagreement(after: known) }
            // Parts of two versions must not be joined, even if the server ignores `If-Range`.
            if known.received > 0, let validator, validator != known.validator { return .startAnew }
            if let total = range.total, let expected = known.expected, total != expected {
                return disagreement(after: known)
            }
            return .receive(from: part.lowerBound, to: part.upperBound, total: range.total)
        case 416:
            guard known.received > 0 else {
                return .fail(range?.total == 0 ? .notAVideo(.empty) : .refused(status: 416))
            }
            guard let total = range?.total, total == known.received else { return .startAnew }
            return known.expected ?? total == total ? .isWhole : .startAnew
        default: return .fail(.refused(status: status))
        }
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
        let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
        // The length of an encoded answer is not that of the video.
        guard coding == "identity" else { return }
        length = response.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 }
        // Versions with the same weak tag need not have the same bytes.
        let tag = response.value(forHTTPHeaderField: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
        validator = tag ?? response.value(forHTTPHeaderField: "Last-Modified")
    }
}
