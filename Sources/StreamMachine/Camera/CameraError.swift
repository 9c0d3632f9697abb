public import Foundation
import HTTPClient
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why there are no pictures, or no more of them, in words for people.
public enum CameraError: Error, Hashable, Sendable {
    /// Nobody answers at this host.
    case unreachable(host: String)

    /// No picture came for this long.
    case timedOut(after: Duration)

    /// The connection broke, or the answer ended in the middle of a picture.
    case connectionLost

    /// The camera ended the stream between two pictures.
    case ended

    /// The camera answered with an HTTP status other than 200.
    case refused(status: Int)

    /// The answer is no stream of pictures but of this type.
    case notAStream(type: String)

    /// The answer's header announces no boundary between the pictures, or one that cannot be; these words say why.
    case malformedBoundary(String)

    /// The stream does not keep to its own boundary, or a picture's header makes no sense.
    case malformedStream

    /// A picture has more bytes than are taken.
    case frameTooLarge(limit: Int)

    /// A part of the stream is no JPEG file.
    case notAPicture

    /// The task that was reading was cancelled.
    case cancelled

    /// Something else that the network reported, in its words.
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

    /// Sorts what a `URLSession` tells of the end of a request that had begun to be answered, or had not.
    init(_ error: any Error, from address: URL, afterAnswer hasAnswer: Bool) {
        self =
            switch TransportFailure(error, from: address) {
            case .cancelled: .cancelled
            case .unreachable(let host): .unreachable(host: host)
            case .connectionLost: .connectionLost
            // What Linux says of an answer that ends too early has no code of its own.
            case .other where hasAnswer && (error as? URLError)?.code == .unknown: .connectionLost
            case .other(let message): .network(message)
            // A stream is bounded by the sizes of its pictures and by those who watch, and not by its session.
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
