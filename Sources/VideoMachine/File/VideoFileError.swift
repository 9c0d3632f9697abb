public import Foundation

/// An error that prevents a file from being played.
///
/// The description is a message for users.
public enum VideoFileError: Error, Hashable, Sendable {
    /// The file is empty.
    case empty

    /// The file is neither an MP4 nor a WAV file.
    case notAVideo

    /// The file is truncated.
    case truncated

    /// The file is damaged, as described by this text.
    case malformed(String)

    /// The file has no duration, as in a live recording.
    case noDuration

    /// The file cannot be opened or read, for this reason.
    case unreadable(String)
}

extension VideoFileError: CustomStringConvertible, LocalizedError {
    /// A short message for users, without a final period.
    public var description: String {
        switch self {
        case .empty: "The file is empty"
        case .notAVideo: "The file is neither MP4 nor WAV"
        case .truncated: "The file is truncated"
        case .malformed(let part): "The file is damaged: \(part)"
        case .noDuration: "The file does not contain its duration"
        case .unreadable(let reason): "Cannot read the file: \(reason)"
        }
    }

    /// A localized message, equal to ``description``.
    public var errorDescription: String? { description }
}
