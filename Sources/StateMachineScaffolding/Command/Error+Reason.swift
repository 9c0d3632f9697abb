import Foundation

extension Error {
    /// Why a file cannot be read or written, without a full stop.
    var reason: String {
        switch (self as? CocoaError)?.code {
        case .fileReadNoPermission, .fileWriteNoPermission: return "it is not permitted"
        case .fileWriteFileExists: return "something is there already"
        case .fileWriteOutOfSpace: return "the disk is full"
        case .fileWriteVolumeReadOnly: return "the disk is read-only"
        default:
            let cause = (self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? self
            let words = cause.localizedDescription
            return words.hasSuffix(".") ? String(words.dropLast()) : words
        }
    }
}
