public import Foundation
import StateMachineHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An error that ends a camera stream or prevents it from starting.
///
/// The description is a message for users.
public enum CameraError: Error, Hashable, Sendable {
    /// No server responds at this host.
    case unreachable(host: String)

    /// No frame arrived for this long.
    case timedOut(after: Duration)

    /// The connection broke, or the response ended in the middle of a frame.
    case connectionLost

    /// The camera ended the stream between two frames.
    case ended

    /// The camera responded with this HTTP status instead of 200.
    case refused(status: Int)

    /// The response has this content type, so it is not a stream of frames.
    case notAStream(type: String)

    /// The boundary in the response header is invalid or missing, as described by this text.
    case malformedBoundary(String)

    /// The stream does not use its announced boundary, or the header of a part is malformed.
    case malformedStream

    /// A frame is larger than this limit of the client, in bytes.
    case frameTooLarge(limit: Int)

    /// A part of the stream is not a JPEG file.
    case notAPicture

    /// The task that read the stream was cancelled.
    case cancelled

    /// Another network failure occurred, with this message from the system.
    case network(String)

    init(_ error: MultipartError) {
        self =
            switch error {
            case .notMixedReplace(let type): .notAStream(type: type)
            case .malformedBoundary(let reason): .malformedBoundary(reason)
            case .boundaryNotFound, .malformedHeader: .malformedStream
            case .partTooLarge(let limit): .frameTooLarge(limit: limit)
            case .truncated: .connectionLost
            }
    }

    /// Converts the error with which a `URLSession` ended a request.
    ///
    /// - Parameter hasAnswer: Whether the response had begun.
    init(_ error: any Error, from address: URL, afterAnswer hasAnswer: Bool) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost
            // On Linux, a response that ends too early has no error code of its own.
            case .other where hasAnswer && (error as? URLError)?.code == .unknown: .connectionLost
            case .other(let message): .network(message)
            // Streams do not use session limits. The frame size and the watching task limit a
            // stream instead.
            case .tooLong(let limit): .frameTooLarge(limit: limit)
            case .timedOut, .tooSlow: .network(error.localizedDescription)
            }
    }
}

extension CameraError: CustomStringConvertible, LocalizedError {
    /// One sentence for users, without a final period.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the camera at \(host)"
        case .timedOut(let duration): "The camera timed out: no picture within \(duration.words)"
        case .connectionLost: "The connection to the camera was lost"
        case .ended: "The camera ended the stream"
        case .refused(let status): "The camera responded with status \(status)"
        case .notAStream(""): "Expected a stream of pictures, but received a response without a content type"
        case .notAStream(let type): "Expected a stream of pictures, but received \(type.prefix(60))"
        case .malformedBoundary(let reason): "The boundary between the pictures is malformed: \(reason)"
        case .malformedStream: "The pictures are not separated by the announced boundary"
        case .frameTooLarge(let limit): "A picture is larger than \(Self.words(forBytes: limit))"
        case .notAPicture: "The camera sent data that is not a JPEG picture"
        case .cancelled: "The stream was cancelled"
        case .network(let message): "The network reported an error: \(message)"
        }
    }

    private static func words(forBytes count: Int) -> String {
        count.formatted(.byteCount(style: .file))
    }

    /// A localized message, equal to ``description``.
    public var errorDescription: String? { description }
}
