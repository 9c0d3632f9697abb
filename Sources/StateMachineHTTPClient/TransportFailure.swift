package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A failure that leaves a request without a response.
package enum TransportFailure: Error, Hashable, Sendable {
    /// No server responds at this host.
    case unreachable(host: String)

    /// The server was silent for too long.
    case timedOut

    /// The connection ended in the middle of the response.
    case connectionLost

    /// The actual or announced size of the response exceeds this limit, in bytes.
    case tooLong(limit: Int)

    /// The response was incomplete after this time, although the server was not silent for too
    /// long.
    case tooSlow(after: Duration)

    /// The task that made the request was cancelled.
    case cancelled

    /// Another failure occurred, with this message from the system.
    case other(String)

    /// Converts an error from a `URLSession`.
    package init(_ error: any Error, from address: URL?) {
        guard !(error is CancellationError) else {
            self = .cancelled
            return
        }
        self =
            switch (error as? URLError)?.code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
                .unreachable(host: address?.hostAndPort ?? "")
            case .networkConnectionLost, .badServerResponse, .cannotParseResponse: .connectionLost
            case .unknown where Self.isResponseCut(error.localizedDescription): .connectionLost
            // On Linux, `URLSession` compares the host of the URL, without brackets, with the host
            // from libcurl, which has brackets.
            case .badURL where address?.host()?.contains(":") == true:
                .other(
                    "Foundation on this system cannot connect to the IPv6 address \(address?.hostAndPort ?? ""); "
                        + "use a host name such as localhost"
                )
            default: .other(error.localizedDescription)
            }
    }

    /// Whether libcurl reports that a response has ended too early.
    ///
    /// On Linux, such an error has no code of its own. The second form is that of newer versions,
    /// such as 8.23.
    private static func isResponseCut(_ words: String) -> Bool {
        words.hasPrefix("transfer closed with") || words.hasPrefix("end of response with")
    }
}
