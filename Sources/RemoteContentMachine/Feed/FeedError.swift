public import Foundation
import StateMachineHTTPClient

/// An error that occurs while a feed is fetched or read.
///
/// The description is a message for users.
public enum FeedError: Error, Hashable, Sendable {
    /// No server responds at this host.
    case unreachable(host: String)

    /// The server was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended in the middle of the response.
    case connectionLost

    /// The server responded with this HTTP status instead of a feed.
    case refused(status: Int)

    /// The response is something other than a feed, such as a web page or an image.
    case notAFeed(String)

    /// The document ends before it is complete.
    case truncated

    /// The document violates the rules of its format. For XML, the line is known.
    case malformed(line: Int?)

    /// The document declares its own entities, which can grow without limit or refer to files.
    case declaresEntities

    /// The encoding of the text is unknown, or the text does not match it.
    case undecodable(encoding: String)

    /// The response is larger than this limit, in bytes.
    case tooLong(limit: Int)

    /// The response was incomplete after this time, although parts of it kept arriving.
    case tooSlow(after: Duration)

    /// The task that made the request was cancelled.
    case cancelled

    /// Another network failure occurred, with this message from the system.
    case network(String)
}

extension FeedError: ClientError {}

extension FeedError: CustomStringConvertible, LocalizedError {
    /// One sentence for users, without a final period.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the server at \(host)"
        case .timedOut(let duration): "The server did not respond within \(duration.words)"
        case .connectionLost: "The connection was lost before the feed was complete"
        case .refused(404), .refused(410): "This address does not contain a feed"
        case .refused(let status): "The server responded with status \(status)"
        case .notAFeed(let what): "Expected a feed, but received \(what)"
        case .truncated: "The feed is truncated"
        case .malformed(let line?): "The feed is malformed at line \(line)"
        case .malformed(nil): "The feed is malformed"
        case .declaresEntities:
            "The feed declares entities, which are not allowed because they can exhaust memory or read files"
        case .undecodable(let encoding): "The text of the feed is not valid \(encoding)"
        case .tooLong(let limit): "The feed is larger than \(limit.formatted(.byteCount(style: .file)))"
        case .tooSlow(let deadline): "The feed was not complete after \(deadline.words)"
        case .cancelled: "The request was cancelled"
        case .network(let message): "The network reported an error: \(message)"
        }
    }

    /// A localized message, equal to ``description``.
    public var errorDescription: String? { description }
}
