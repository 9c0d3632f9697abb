public import Foundation
import HTTPClient

/// Why a video could not be downloaded, in words for people.
public enum VideoDownloadError: Error, Hashable, Sendable {
    /// The address is none of HTTP.
    case unsupportedAddress

    /// Nobody answers at this host.
    case unreachable(host: String)

    /// The server was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended when so much was there, of so much.
    case connectionLost(received: Int64, expected: Int64?)

    /// The server answered with an HTTP status that is no video.
    case refused(status: Int)

    /// The server sent a number of bytes other than the one it had announced.
    case wrongLength(received: Int64, expected: Int64)

    /// The video has more bytes than this, or is announced to.
    case tooLong(limit: Int64)

    /// The answer contradicts what was asked for.
    case malformedAnswer

    /// What has come is whole, and no video.
    case notAVideo(VideoFileError)

    /// There is no room for the file.
    case diskFull

    /// The file cannot be written, for this reason.
    case cannotWrite(String)

    /// The task was cancelled.
    case cancelled

    /// Something else that the network reported, in its words.
    case network(String)
}

extension VideoDownloadError {
    /// Sorts what a `URLSession` reports.
    init(_ error: any Error, from address: URL, timeout: Duration, received: Int64, expected: Int64?) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .timedOut: .timedOut(after: timeout)
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost(received: received, expected: expected)
            case .other(let message): .network(message)
            // A download is bounded by its transfer, and not by its session.
            case .tooLong(let limit): .tooLong(limit: Int64(limit))
            case .tooSlow(let deadline): .timedOut(after: deadline)
            }
    }

    /// Sorts what the file system reports.
    init(writing error: any Error) {
        let code = error.posixCode
        self = code == ENOSPC || code == EDQUOT ? .diskFull : .cannotWrite(error.reason)
    }
}

extension VideoDownloadError: CustomStringConvertible, LocalizedError {
    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .unsupportedAddress: "Videos are fetched by http and https only"
        case .unreachable(let host): "Cannot connect to the server at \(host)"
        case .timedOut(let duration): "The server did not answer within \(duration.words)"
        case .connectionLost(let received, nil): "The connection was lost after \(Self.bytes(received))"
        case .connectionLost(let received, let expected?):
            "The connection was lost after \(received) of \(Self.bytes(expected))"
        case .refused(404): "There is nothing at this address (status 404)"
        case .refused(let status): "The server answered with status \(status)"
        case .wrongLength(let received, let expected):
            "The server announced \(Self.bytes(expected)) and sent \(received)"
        case .tooLong(let limit): "The video is longer than \(limit.formatted(.byteCount(style: .file)))"
        case .malformedAnswer: "The answer of the server contradicts itself"
        case .notAVideo(let error): "What the server sent cannot be played: \(error.description.lowercasingFirst)"
        case .diskFull: "There is no room left for the file: \(String(cString: strerror(ENOSPC)))"
        case .cannotWrite(let reason): "The file cannot be written: \(reason)"
        case .cancelled: "The download was cancelled"
        case .network(let message): "The network reports: \(message)"
        }
    }

    private static func bytes(_ count: Int64) -> String { "\(count) \(count == 1 ? "byte" : "bytes")" }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension String {
    fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
