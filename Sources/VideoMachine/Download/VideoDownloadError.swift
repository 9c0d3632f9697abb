public import Foundation
import HTTPClient

/// Why a video could not be downloaded; its description is for people.
public enum VideoDownloadError: Error, Hashable, Sendable {
    /// The address has neither the scheme `http` nor `https`.
    case unsupportedAddress

    /// No server answers at this host.
    case unreachable(host: String)

    /// The server was silent for this long.
    case timedOut(after: Duration)

    /// The connection ended after this number of bytes; the expected number may be unknown.
    case connectionLost(received: Int64, expected: Int64?)

    /// The server answered with an HTTP status that means no video.
    case refused(status: Int)

    /// The server sent a number of bytes other than the one it had announced.
    case wrongLength(received: Int64, expected: Int64)

    /// The video has, or announces, more bytes than this.
    case tooLong(limit: Int64)

    /// The answer contradicts the request.
    case malformedAnswer

    /// The received file is complete, and is not a video.
    case notAVideo(VideoFileError)

    /// The disk is full.
    case diskFull

    /// The file cannot be written, for this reason.
    case cannotWrite(String)

    /// The task was cancelled.
    case cancelled

    /// Another failure, with the system's message.
    case network(String)
}

extension VideoDownloadError {
    /// The error that an error of a `URLSession` means.
    init(_ error: any Error, from address: URL, timeout: Duration, received: Int64, expected: Int64?) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .timedOut: .timedOut(after: timeout)
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost(received: received, expected: expected)
            case .other(let message): .network(message)
            // A download is bounded by its transfer, not by its session.
            case .tooLong(let limit): .tooLong(limit: Int64(limit))
            case .tooSlow(let deadline): .timedOut(after: deadline)
            }
    }

    /// The error that an error of the file system means.
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
