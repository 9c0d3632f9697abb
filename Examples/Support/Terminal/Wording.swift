import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Int {
    /// The number with a noun: "1 preview", "2 previews".
    public func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}

extension Error {
    /// Why the system could not do something, in its words: "No space left on device".
    public var systemReason: String {
        var error: NSError? = self as NSError
        while let present = error {
            if present.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(present.code))) }
            error = present.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        // Foundation has names of its own for what it does not pass on.
        let code: Int32? =
            switch (self as? CocoaError)?.code {
            case .fileWriteOutOfSpace: ENOSPC
            case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
            case .fileWriteNoPermission: EACCES
            case .fileWriteVolumeReadOnly: EROFS
            default: nil
            }
        if let code { return String(cString: strerror(code)) }
        return localizedDescription
    }
}
