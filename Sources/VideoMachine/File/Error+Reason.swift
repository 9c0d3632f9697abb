import Foundation

extension Error {
    /// The system's short message for a failure of the file system.
    var reason: String {
        posixCode.map { String(cString: strerror($0)) } ?? localizedDescription
    }

    /// The value of `errno` that underlies a Foundation error.
    var posixCode: Int32? {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError,
            underlying.domain == NSPOSIXErrorDomain
        else { return nil }
        return Int32(underlying.code)
    }
}
