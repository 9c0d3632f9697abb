public import Foundation
import HTTPClient

/// Why a search failed; its description is for people.
public enum ImageSearchError: Error, Hashable, Sendable {
    /// No server answers at this host.
    case unreachable(host: String)

    /// The service was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended in the middle of the answer.
    case connectionLost

    /// The answer has more than this number of bytes.
    case tooLong(limit: Int)

    /// The answer was not complete after this long, though parts of it kept arriving.
    case tooSlow(after: Duration)

    /// The service answered with an HTTP status other than 200, and with this message.
    case refused(status: Int, message: String)

    /// The query has more characters than the service takes.
    case queryTooLong(limit: Int)

    /// The answer is not JSON, or not the JSON of an image service.
    case malformedAnswer

    /// The task that made the request was cancelled.
    case cancelled

    /// Another failure, with the system's message.
    case network(String)
}

extension ImageSearchError: ClientError {}

extension ImageSearchError: CustomStringConvertible, LocalizedError {
    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the image service at \(host)"
        case .timedOut(let duration): "The image service did not answer within \(duration.words)"
        case .connectionLost: "The connection was lost before the answer was complete"
        case .tooLong(let limit): "The answer is longer than \(limit.formatted(.byteCount(style: .file)))"
        case .tooSlow(let deadline): "The answer of the image service was not complete after \(deadline.words)"
        case .refused(429, _): "The image service asks for a pause: too many requests"
        case .refused(let status, ""): "The image service answered with status \(status)"
        case .refused(let status, let message): "The image service answered with status \(status): \(message)"
        case .queryTooLong(let limit): "The query is longer than \(limit) \(limit == 1 ? "character" : "characters")"
        case .malformedAnswer: "The answer is not one of an image service"
        case .cancelled: "The search was cancelled"
        case .network(let message): "The network reports: \(message)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
