import Foundation

extension Error {
    /// The reason why a file cannot be read or written, without a period.
    var reason: String {
        switch (self as? CocoaError)?.code {
        case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
        case .fileWriteFileExists: return "a file with this name already exists"
        case .fileWriteOutOfSpace: return "the disk is full"
        case .fileWriteVolumeReadOnly: return "the disk is read-only"
        default:
            let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? self
            let words = cause.localizedDescription
            return words.hasSuffix(".") ? String(words.dropLast()) : words
        }
    }
}
