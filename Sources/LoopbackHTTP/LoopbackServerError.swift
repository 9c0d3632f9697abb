#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A system call which the server cannot do without failed.
package struct LoopbackServerError: Error, Equatable, CustomStringConvertible {
    /// The system calls whose failure is reported.
    package enum Call: String, Sendable {
        /// Making the listening socket.
        case socket
        /// Giving it its address; the port may belong to another process.
        case bind
        /// Letting clients connect.
        case listen
        /// Learning the port which the kernel chose.
        case getsockname
        /// Making the pipe by which waiting threads are woken.
        case pipe
    }

    /// The call that failed.
    package let call: Call

    /// The value of `errno` it left.
    package let code: Int32

    /// The port that was asked for, if it matters; 0 stands for any.
    package var port: Int?

    /// What failed and why, in the system's words.
    package var description: String {
        let failure =
            switch call {
            case .socket: "a socket cannot be made"
            case .bind where port ?? 0 != 0: "port \(port ?? 0) of 127.0.0.1 cannot be used"
            case .bind: "no port of 127.0.0.1 can be used"
            case .listen: "the system does not let a server listen on 127.0.0.1"
            case .getsockname: "the port of a socket cannot be found out"
            case .pipe: "a pipe cannot be made"
            }
        return "\(failure): \(String(cString: strerror(code)))"
    }

    /// Whether another program has the port.
    package var isPortInUse: Bool { call == .bind && code == EADDRINUSE }
}
