import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// A request that resumes a download: it asks for the bytes from an offset on, if the version
    /// is still the same.
    init(for source: URL, after known: PartialFile.Knowledge) {
        self.init(url: source)
        // Also at the beginning, as browsers do for videos: the answer then shows whether the
        // server supports ranges.
        setValue("bytes=\(known.received)-", forHTTPHeaderField: "Range")
        if known.received > 0 { setValue(known.validator, forHTTPHeaderField: "If-Range") }
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
}
