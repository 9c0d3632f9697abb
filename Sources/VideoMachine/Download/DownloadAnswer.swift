import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the head of a server's answer says about the bytes behind it.
struct DownloadAnswer: Hashable, Sendable {
    let status: Int
    var length: Int64?
    var range: ContentRange?
    var validator: String?

    /// What to do with an answer.
    enum Consequence: Hashable, Sendable {
        /// Take the bytes: they begin at a place, and end at another, if that is known, of a total, if that is known.
        case receive(from: Int64, to: Int64?, total: Int64?)

        /// Everything is there already.
        case isWhole

        /// What is there is of no use: ask for the whole.
        case startAnew

        /// Give up.
        case fail(VideoDownloadError)
    }

    /// Decides what to do, when so much is known of what has come in before.
    func consequence(after known: PartialFile.Knowledge) -> Consequence {
        switch status {
        // The whole, whatever was asked for: the server knows no ranges, or has another version by now.
        case 200: return .receive(from: 0, to: length, total: length)
        case 206:
            guard let range, let part = range.part else { return disagreement(after: known) }
            guard part.lowerBound == known.received else { return disagreement(after: known) }
            // Parts of two versions are no whole, whatever the server makes of `If-Range`.
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
        // Encoded, the bytes that are sent are not the bytes that are there.
        guard coding == "identity" else { return }
        length = response.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init).flatMap { $0 < 0 ? nil : $0 }
        // A weak tag names versions that mean the same, and need not have the same bytes.
        let tag = response.value(forHTTPHeaderField: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
        validator = tag ?? response.value(forHTTPHeaderField: "Last-Modified")
    }
}

extension URLRequest {
    /// Asks for a video from a place on, as long as it is still of the version that is known.
    init(for source: URL, after known: PartialFile.Knowledge) {
        self.init(url: source)
        // From the beginning too, as browsers ask for videos: the answer then says whether the server knows ranges.
        setValue("bytes=\(known.received)-", forHTTPHeaderField: "Range")
        if known.received > 0 { setValue(known.validator, forHTTPHeaderField: "If-Range") }
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
}
