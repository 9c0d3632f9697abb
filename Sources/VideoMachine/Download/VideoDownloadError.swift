public import Foundation
import HTTPClient
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
            switch (error as? URLError)?.code {
            case .cancelled: .cancelled
            case .timedOut: .timedOut(after: timeout)
            case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
                .unreachable(host: address.hostAndPort)
            case .networkConnectionLost, .badServerResponse, .cannotParseResponse:
                .connectionLost(received: received, expected: expected)
            // What Linux says of an answer that ends too early has no code of its own.
            case .unknown where error.localizedDescription.hasPrefix("transfer closed"):
                .connectionLost(received: received, expected: expected)
            default: .network(error.localizedDescription)
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
        case .connectionLost(let received, nil): "The connection was lost after \(received) bytes"
        case .connectionLost(let received, let expected?):
            "The connection was lost after \(received) of \(expected) bytes"
        case .refused(404): "There is nothing at this address (status 404)"
        case .refused(let status): "The server answered with status \(status)"
        case .wrongLength(let received, let expected): "The server announced \(expected) bytes and sent \(received)"
        case .malformedAnswer: "The answer of the server contradicts itself"
        case .notAVideo(let error): "What the server sent cannot be played: \(error.description.lowercasingFirst)"
        case .diskFull: "There is no room left for the file"
        case .cannotWrite(let reason): "The file cannot be written: \(reason)"
        case .cancelled: "The download was cancelled"
        case .network(let message): "The network reports: \(message)"
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension String {
    fileprivate var lowercasingFirst: String { prefix(1).lowercased() + dropFirst() }
}
