package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A whole answer of a web server.
package struct HTTPAnswer: Sendable {
    /// The head of the answer.
    package let response: HTTPURLResponse

    /// The bytes behind it, decompressed.
    package let body: Data

    /// The HTTP status.
    package var status: Int { response.statusCode }

    /// Whether the connection ended before as many bytes had come as were announced.
    package var isCutOff: Bool {
        // Of a compressed body the length that was announced is another one.
        response.value(forHTTPHeaderField: "Content-Encoding") == nil
            && response.expectedContentLength > Int64(body.count)
    }
}
