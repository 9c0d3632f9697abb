public import Foundation
import HTTPClient

/// Why a feed could not be fetched or read; its description is for people.
public enum FeedError: Error, Hashable, Sendable {
    /// No server answers at this host.
    case unreachable(host: String)

    /// The server was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended in the middle of the answer.
    case connectionLost

    /// The server answered with an HTTP status that means no feed.
    case refused(status: Int)

    /// The answer is something else: a web page, a picture, a document of another kind.
    case notAFeed(String)

    /// The document ends before it is complete.
    case truncated

    /// The document breaks the rules of its format, for XML in this line.
    case malformed(line: Int?)

    /// The document declares entities of its own, which can grow without bounds or name files.
    case declaresEntities

    /// The text is in an encoding that is unknown, or not in the one that it claims.
    case undecodable(encoding: String)

    /// The answer is longer than this number of bytes.
    case tooLong(limit: Int)

    /// The answer was not complete after this long, though parts of it kept arriving.
    case tooSlow(after: Duration)

    /// The task that made the request was cancelled.
    case cancelled

    /// Another failure, with the system's message.
    case network(String)
}

extension FeedError: ClientError {}

extension FeedError: CustomStringConvertible, LocalizedError {
    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the feed at \(host)"
        case .timedOut(let duration): "The feed did not answer within \(duration.words)"
        case .connectionLost: "The connection was lost before the feed was complete"
        case .refused(404), .refused(410): "There is no feed at this address"
        case .refused(let status): "The server answered with status \(status)"
        case .notAFeed(let what): "The answer is not a feed, but \(what)"
        case .truncated: "The feed ends in the middle"
        case .malformed(let line?): "The feed is malformed in line \(line)"
        case .malformed(nil): "The feed is malformed"
        case .declaresEntities: "The feed declares entities, which no feed needs and none may"
        case .undecodable(let encoding): "The text of the feed cannot be read as \(encoding)"
        case .tooLong(let limit): "The feed is longer than \(limit.formatted(.byteCount(style: .file)))"
        case .tooSlow(let deadline): "The feed was not complete after \(deadline.words)"
        case .cancelled: "The request was cancelled"
        case .network(let message): "The network reports: \(message)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
