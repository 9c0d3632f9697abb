public import Foundation
import HTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a camera sends no pictures, or no more of them; its description is for people.
public enum CameraError: Error, Hashable, Sendable {
    /// No server answers at this host.
    case unreachable(host: String)

    /// No picture came for this long.
    case timedOut(after: Duration)

    /// The connection broke, or the answer ended in the middle of a picture.
    case connectionLost

    /// The camera ended the stream between two pictures.
    case ended

    /// The camera answered with an HTTP status other than 200.
    case refused(status: Int)

    /// The answer is not a stream of pictures, but has this type.
    case notAStream(type: String)

    /// The answer's header announces no boundary between the pictures, or an invalid one, for this
    /// reason.
    case malformedBoundary(String)

    /// The stream does not use its announced boundary, or a picture's header is malformed.
    case malformedStream

    /// A picture has more bytes than the client allows.
    case frameTooLarge(limit: Int)

    /// A part of the stream is no JPEG file.
    case notAPicture

    /// The task that was reading was cancelled.
    case cancelled

    /// Another failure, with the system's message.
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

    /// The error with which a `URLSession` ends a request.
    ///
    /// - Parameter hasAnswer: Whether the answer had begun.
    init(_ error: any Error, from address: URL, afterAnswer hasAnswer: Bool) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost
            // On Linux, the error for an answer that ends too early has no code of its own.
            case .other where hasAnswer && (error as? URLError)?.code == .unknown: .connectionLost
            case .other(let message): .network(message)
            // The sizes of its pictures and the task that watches bound a stream, not its session.
            case .tooLong(let limit): .frameTooLarge(limit: limit)
            case .timedOut, .tooSlow: .network(error.localizedDescription)
            }
    }
}

extension CameraError: CustomStringConvertible, LocalizedError {
    /// One sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .unreachable(let host): "Cannot connect to the camera at \(host)"
        case .timedOut(let duration): "The camera timed out: no picture within \(duration.words)"
        case .connectionLost: "The connection to the camera was lost"
        case .ended: "The camera ended the stream"
        case .refused(let status): "The camera answered with status \(status)"
        case .notAStream(""): "The answer is not a stream of pictures"
        case .notAStream(let type): "The answer is not a stream of pictures, but \(type.prefix(60))"
        case .malformedBoundary(let reason): "The camera announces a malformed boundary: \(reason)"
        case .malformedStream: "The camera does not separate its pictures as it has announced"
        case .frameTooLarge(let limit): "A picture is larger than \(Self.words(forBytes: limit))"
        case .notAPicture: "The camera sends something that is no JPEG picture"
        case .cancelled: "The stream was cancelled"
        case .network(let message): "The network reports: \(message)"
        }
    }

    private static func words(forBytes count: Int) -> String {
        count.formatted(.byteCount(style: .file))
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}
