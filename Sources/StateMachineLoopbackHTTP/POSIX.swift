#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The system calls of the server, without the differences between platforms.
///
/// Every descriptor from these functions is non-blocking, is closed on `exec`, and never raises
/// `SIGPIPE`.
enum POSIX {
    /// Returns a TCP socket that is not bound yet.
    static func makeSocket() throws(LoopbackServerError) -> Int32 {
        #if canImport(Glibc)
        // Set the flags in the same call. Between two calls, another thread could start a program,
        // which would then inherit the socket.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_INET, Int32(type), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw LoopbackServerError(call: .socket, code: errno) }
        prepare(descriptor)
        return descriptor
    }

    /// Binds a socket to a port on 127.0.0.1; the kernel chooses the port if it is 0.
    ///
    /// If the socket is shared, a second socket of this process can be bound to the same port.
    /// Before the bind, the address is reusable only if a port is given. Otherwise, the kernel
    /// could choose a port that another server has reserved without listening.
    static func bindToLoopback(_ descriptor: Int32, port: Int, isShared: Bool) throws(LoopbackServerError) {
        if isShared { setOption(descriptor, SOL_SOCKET, SO_REUSEPORT) }
        if port != 0 { setOption(descriptor, SOL_SOCKET, SO_REUSEADDR) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard result == 0 else { throw LoopbackServerError(call: .bind, code: errno, port: port) }
        // Make the port reusable, because the system remembers old connections. Another server can
        // then bind the port immediately after this one.
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR)
    }

    /// Allows clients to connect to a bound socket.
    static func startListening(_ descriptor: Int32) throws(LoopbackServerError) {
        guard listen(descriptor, 128) == 0 else { throw LoopbackServerError(call: .listen, code: errno) }
    }

    /// Returns the port of a bound socket.
    static func localPort(of descriptor: Int32) throws(LoopbackServerError) -> Int {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard result == 0 else { throw LoopbackServerError(call: .getsockname, code: errno) }
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Returns the two ends of a pipe.
    static func makePipe() throws(LoopbackServerError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw LoopbackServerError(call: .pipe, code: errno) }
        ends.forEach(prepare)
        return (ends[0], ends[1])
    }

    /// Writes one byte to a pipe.
    static func writeByte(to descriptor: Int32) {
        var byte: UInt8 = 1
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }

    /// Reads one byte from a pipe that contains one.
    static func readByte(from descriptor: Int32) {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) < 0, errno == EINTR {}
    }

    /// Closes a descriptor.
    static func closeDescriptor(_ descriptor: Int32) {
        _ = close(descriptor)
    }

    /// Makes a descriptor non-blocking and prevents started programs from inheriting it.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Sets a numeric socket option.
    static func setOption(_ descriptor: Int32, _ level: Int32, _ name: Int32, to value: Int32 = 1) {
        var value = value
        _ = setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
