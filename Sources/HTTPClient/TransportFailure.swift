package import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a request has no answer, whatever was asked for.
package enum TransportFailure: Error, Hashable, Sendable {
    /// Nobody answers at this host.
    case unreachable(host: String)

    /// The other side was silent for too long.
    case timedOut

    /// The connection ended in the middle of the answer.
    case connectionLost

    /// The answer has more bytes than this, or announces more.
    case tooLong(limit: Int)

    /// The answer was not complete after this long, though the other side was never silent for too long.
    case tooSlow(after: Duration)

    /// The task that made the request was cancelled.
    case cancelled

    /// Something else that the network reported, in its words.
    case other(String)

    /// Sorts what a `URLSession` throws.
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
            // What Linux says of an answer that ends too early has no code of its own.
            case .unknown where error.localizedDescription.hasPrefix("transfer closed"): .connectionLost
            // Its URLSession compares the host of the URL, which has no brackets, with that of libcurl, which has.
            case .badURL where address?.host()?.contains(":") == true:
                .other(
                    "the Foundation of this system does not connect to the IPv6 address \(address?.hostAndPort ?? ""); "
                        + "a name such as localhost works"
                )
            default: .other(error.localizedDescription)
            }
    }
}
