import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Error {
    /// The system's reason for a failure, such as "No space left on device".
    package var systemReason: String {
        var error: NSError? = self as NSError
        while let present = error {
            if present.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(present.code))) }
            error = present.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        // For some errors of the system, Foundation has its own codes.
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

    /// Returns the reason why a file cannot be written.
    ///
    /// For a file that would replace a folder, Foundation does not contain the system's reason.
    package func reason(forWriting path: String) -> String {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return exists && isFolder.boolValue ? String(cString: strerror(EISDIR)) : systemReason
    }
}
