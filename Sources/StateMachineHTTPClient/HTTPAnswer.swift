package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A complete response from a web server.
package struct HTTPAnswer: Sendable {
    /// The header of the response.
    package let response: HTTPURLResponse

    /// The decompressed bytes after the header.
    package let body: Data

    /// The HTTP status.
    package var status: Int { response.statusCode }
}
