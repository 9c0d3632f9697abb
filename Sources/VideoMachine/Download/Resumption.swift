import Foundation

// The following rules decide whether a download resumes from the received bytes. The downloader
// forgets these bytes in two cases: before the request, if the file on disk is not usable, and
// after the request, if an error shows that the bytes are not usable. During the request, the
// header of the response decides. `URLRequest+Range` requests the remaining bytes, and
// `VideoDownloader.fetch` performs the steps in order.

extension PartialFile {
    /// Forgets the received bytes if a download cannot resume from them.
    ///
    /// That is the case if their version has no ID or if the file has become shorter.
    func forgetUnlessSound() {
        let values = try? FileManager.default.attributesOfItem(atPath: location.path(percentEncoded: false))
        let size = (values?[.size] as? NSNumber)?.int64Value ?? 0
        let known = knowledge
        if known.validator == nil || size < known.received { forget() }
    }

    /// Forgets the received bytes if resuming from them would cause this error again.
    func forget(after error: VideoDownloadError) {
        switch error {
        case .wrongLength, .tooLong, .notAVideo: forget()
        case .unsupportedAddress, .unreachable, .timedOut, .connectionLost, .refused, .malformedAnswer, .diskFull,
            .cannotWrite, .cancelled, .network:
            break
        }
    }
}

extension DownloadAnswer {
    /// The next step after a response.
    enum Consequence: Hashable, Sendable {
        /// Write the bytes between these offsets of a file with this size.
        ///
        /// The end and the size may be unknown.
        case receive(from: Int64, to: Int64?, total: Int64?)

        /// Finish, because all bytes have already been received.
        case isWhole

        /// Discard the received bytes, which are useless, and request the complete file.
        case startAnew

        /// Give up with an error.
        case fail(VideoDownloadError)
    }

    /// Decides what to do with the response, based on the bytes received before.
    func consequence(after known: PartialFile.Knowledge) -> Consequence {
        switch status {
        // The response contains the complete file although the request had a range. The server does
        // not support ranges or has a different version.
        case 200: return .receive(from: 0, to: length, total: length)
        case 206:
            guard let range, let part = range.part, !isEncoded, part.lowerBound == known.received else {
                return disagreement(after: known)
            }
            // If no bytes have been received, announcements in earlier responses do not matter.
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

    private func disagreement(after known: PartialFile.Knowledge) -> Consequence {
        known.received > 0 ? .startAnew : .fail(.malformedAnswer)
    }

    /// Whether the response has the same version as the received bytes.
    ///
    /// A response without a version counts as equal if it has the same address. If a redirect leads
    /// to a different address than before, only equal tags count: servers with the same files use
    /// the same tags, but two different files may have the same date.
    func isSameVersion(as known: PartialFile.Knowledge) -> Bool {
        guard known.address == nil || known.address == address else {
            return tag != nil && tag == known.validator
        }
        return version == nil || version == known.validator
    }
}
