package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A whole answer of a web server.
package struct HTTPAnswer: Sendable {
    /// The head of the answer.
    package let response: HTTPURLResponse

    /// The bytes after the head, decompressed.
    package let body: Data

    /// The HTTP status.
    package var status: Int { response.statusCode }

    /// Whether the connection ended before all announced bytes had arrived.
    package var isCutOff: Bool {
        !response.isEncoded && response.expectedContentLength > Int64(body.count)
    }
}
