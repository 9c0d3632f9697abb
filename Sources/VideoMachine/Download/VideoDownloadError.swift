public import Foundation
import StateMachineHTTPClient

/// An error that ends a download.
///
/// The description is a message for users.
public enum VideoDownloadError: Error, Hashable, Sendable {
    /// The address's scheme is neither `http` nor `https`.
    case unsupportedAddress

    /// No server responds at this host.
    case unreachable(host: String)

    /// The server was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended after this number of bytes. The expected number may be unknown.
    case connectionLost(received: Int64, expected: Int64?)

    /// The server responded with this HTTP status instead of a video.
    case refused(status: Int)

    /// The server announced a different number of bytes than it sent.
    case wrongLength(received: Int64, expected: Int64)

    /// The actual or announced size of the video exceeds this limit, in bytes.
    case tooLong(limit: Int64)

    /// The response contradicts the request.
    case malformedAnswer

    /// The received file is complete but is not a video.
    case notAVideo(VideoFileError)

    /// The disk is full.
    case diskFull

    /// The file cannot be written, for this reason.
    case cannotWrite(String)

    /// The task was cancelled.
    case cancelled

    /// Another network failure occurred, with this message from the system.
    case network(String)
}

extension VideoDownloadError {
    /// Converts an error from a `URLSession`.
    init(_ error: any Error, from address: URL, timeout: Duration, received: Int64, expected: Int64?) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .timedOut: .timedOut(after: timeout)
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost(received: received, expected: expected)
            case .other(let message): .network(message)
            // The transfer, not the session, limits a download.
            case .tooLong(let limit): .tooLong(limit: Int64(limit))
            case .tooSlow(let deadline): .timedOut(after: deadline)
            }
    }

    /// Converts an error from the file system.
    init(writing error: any Error) {
        let code = error.posixCode
        self = code == ENOSPC || code == EDQUOT ? .diskFull : .cannotWrite(error.reason)
    }
}

extension VideoDownloadError: CustomStringConvertible, LocalizedError {
    /// One sentence for users, without a final period.
    public var description: String {
        switch self {
        case .unsupportedAddress: "The address of a video must begin with http or https"
        case .unreachable(let host): "Cannot connect to the server at \(host)"
        case .timedOut(let duration): "The server did not respond within \(duration.words)"
        case .connectionLost(let received, nil): "The connection was lost after \(Self.bytes(received))"
        case .connectionLost(let received, let expected?):
            "The connection was lost after \(received) of \(Self.bytes(expected))"
        case .refused(404): "This address does not exist (status 404)"
        case .refused(let status): "The server responded with status \(status)"
        case .wrongLength(let received, let expected):
            "The server announced \(Self.bytes(expected)) but sent \(received)"
        case .tooLong(let limit): "The video is larger than \(limit.formatted(.byteCount(style: .file)))"
        case .malformedAnswer: "The headers of the response contradict each other"
        case .notAVideo(let error): "The downloaded file is not playable: \(error.description.lowercasingFirst)"
        case .diskFull: "The disk is full: \(String(cString: strerror(ENOSPC)))"
        case .cannotWrite(let reason): "Cannot write the file: \(reason)"
        case .cancelled: "The download was cancelled"
        case .network(let message): "The network reported an error: \(message)"
        }
    }

    private static func bytes(_ count: Int64) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

    /// A localized message, equal to ``description``.
    public var errorDescription: String? { description }
}

extension String {
    fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
