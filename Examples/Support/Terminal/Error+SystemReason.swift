import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Error {
    /// The reason that the system gives for a failure: "No space left on device".
    package var systemReason: String {
        var error: NSError? = self as NSError
        while let present = error {
            if present.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(present.code))) }
            error = present.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        // Foundation has codes of its own for some errors of the system.
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

    /// The reason why a file cannot be written.
    ///
    /// Foundation has no reason of the system for a file that would replace a folder.
    package func reason(forWriting path: String) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue ? String(cString: strerror(EISDIR)) : systemReason
    }
}
