#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The failure of a system call that the server needs.
package struct LoopbackServerError: Error, Equatable, CustomStringConvertible {
    /// The system calls whose failures are reported.
    package enum Call: String, Sendable {
        /// Creates the listening socket.
        case socket
        /// Assigns the address. The port may belong to another process.
        case bind
        /// Allows clients to connect.
        case listen
        /// Returns the port that the kernel chose.
        case getsockname
        /// Creates the pipe that wakes waiting threads.
        case pipe
    }

    /// The call that failed.
    package let call: Call

    /// The value of `errno` after the call.
    package let code: Int32

    /// The requested port, if it matters; 0 means any port.
    package var port: Int?

    /// A description of the failure, with the system's reason.
    package var description: String {
        let failure =
            switch call {
            case .socket: "cannot create a socket"
            case .bind where port ?? 0 != 0: "cannot use port \(port ?? 0) of 127.0.0.1"
            case .bind: "cannot use any port of 127.0.0.1"
            case .listen: "cannot listen on 127.0.0.1"
            case .getsockname: "cannot determine the port of a socket"
            case .pipe: "cannot create a pipe"
            }
        return "\(failure): \(String(cString: strerror(code)))"
    }

    /// Whether another program uses the port.
    package var isPortInUse: Bool { call == .bind && code == EADDRINUSE }
}
