public import Foundation
import StateMachineHTTPClient

/// An error that ends a search.
///
/// The description is a message for users.
public enum ImageSearchError: Error, Hashable, Sendable {
    /// No server responds at this host.
    case unreachable(host: String)

    /// The service was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended in the middle of the response.
    case connectionLost

    /// The response is larger than this limit, in bytes.
    case tooLong(limit: Int)

    /// The response was incomplete after this time, although parts of it kept arriving.
    case tooSlow(after: Duration)

    /// The service responded with this message and an HTTP status other than 200.
    case refused(status: Int, message: String)

    /// The query has more characters than the service accepts.
    case queryTooLong(limit: Int)

    /// The response is not valid JSON from an image service.
    case malformedAnswer

    /// The task that made the request was cancelled.
    case cancelled

    /// Another network failure occurred, with this message from the system.
    case network(String)
}

extension ImageSearchError: ClientError {}

extension ImageSearchError: CustomStringConvertible, LocalizedError {
    /// One sentence for users, without a final period.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the image service at \(host)"
        case .timedOut(let duration): "The image service did not respond within \(duration.words)"
        case .connectionLost: "The connection was lost before the response was complete"
        case .tooLong(let limit): "The response is larger than \(limit.formatted(.byteCount(style: .file)))"
        case .tooSlow(let deadline): "The response of the image service was not complete after \(deadline.words)"
        case .refused(429, _): "The image service received too many requests; try again later"
        case .refused(let status, ""): "The image service responded with status \(status)"
        case .refused(let status, let message): "The image service responded with status \(status): \(message)"
        case .queryTooLong(let limit): "The query is longer than \(limit) \(limit == 1 ? "character" : "characters")"
        case .malformedAnswer: "The response does not have the format of the image service"
        case .cancelled: "The search was cancelled"
        case .network(let message): "The network reported an error: \(message)"
        }
    }

    /// A localized message, equal to ``description``.
    public var errorDescription: String? { description }
}
