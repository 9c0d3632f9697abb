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

    /// What failed and why, in the system's words.
    package var description: String {
        "\(call.rawValue)() failed on 127.0.0.1: \(String(cString: strerror(code))) (errno \(code))"
    }
}
