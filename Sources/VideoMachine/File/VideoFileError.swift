public import Foundation

/// Why a file cannot be played; its description is for people.
public enum VideoFileError: Error, Hashable, Sendable {
    /// The file has no bytes.
    case empty

    /// The file has another format.
    case notAVideo

    /// The file is truncated.
    case truncated

    /// The file is damaged in this way.
    case malformed(String)

    /// The file has no duration, for instance a live recording.
    case noDuration

    /// The file cannot be opened or read, for this reason.
    case unreadable(String)
}

extension VideoFileError: CustomStringConvertible, LocalizedError {
    /// Some words for people, without a full stop.
    public var description: String {
        switch self {
        case .empty: "The file is empty"
        case .notAVideo: "The file is neither MP4 nor WAV"
        case .truncated: "The file is cut off"
        case .malformed(let part): "The file is damaged: \(part)"
        case .noDuration: "The file does not say how long it is"
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        }
    }

    /// The same words.
    public var errorDescription: String? { description }
}
