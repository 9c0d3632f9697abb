import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Creates a request that resumes a download.
    ///
    /// It requests the bytes from an offset if the version is still the same.
    init(for source: URL, after known: PartialFile.Knowledge) {
        self.init(url: source)
        // Send a range even if it begins at 0, as browsers do for videos. The response then shows
        // whether the server supports ranges.
        setValue("bytes=\(known.received)-", forHTTPHeaderField: "Range")
        if known.received > 0 { setValue(known.validator, forHTTPHeaderField: "If-Range") }
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
}
