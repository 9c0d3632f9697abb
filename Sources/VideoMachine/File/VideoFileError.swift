public import Foundation

/// Why a file cannot be played, in words for people.
public enum VideoFileError: Error, Hashable, Sendable {
    /// There is nothing in the file.
    case empty

    /// The file is of another kind.
    case notAVideo

    /// The file ends in the middle of something.
    case truncated

    /// A part of the file contradicts another.
    case malformed(String)

    /// The file does not say how long it is, as a live recording may not.
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
