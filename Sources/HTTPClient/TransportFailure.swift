package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a request has no answer.
package enum TransportFailure: Error, Hashable, Sendable {
    /// No server answers at this host.
    case unreachable(host: String)

    /// The other side was silent for too long.
    case timedOut

    /// The connection ended in the middle of the answer.
    case connectionLost

    /// The answer has more bytes than this, or announces more.
    case tooLong(limit: Int)

    /// The answer was not complete after this long, though the other side was never silent for too
    /// long.
    case tooSlow(after: Duration)

    /// The task that made the request was cancelled.
    case cancelled

    /// Another failure, with the system's message.
    case other(String)

    /// The failure that an error of a `URLSession` means.
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
            // On Linux, the error for an answer that ends too early has no code of its own.
            case .unknown where error.localizedDescription.hasPrefix("transfer closed"): .connectionLost
            // On Linux, URLSession compares the host of the URL, without brackets, with that of
            // libcurl, which has them.
            case .badURL where address?.host()?.contains(":") == true:
                .other(
                    "the Foundation of this system does not connect to the IPv6 address \(address?.hostAndPort ?? ""); "
                        + "a name such as localhost works"
                )
            default: .other(error.localizedDescription)
            }
    }
}
