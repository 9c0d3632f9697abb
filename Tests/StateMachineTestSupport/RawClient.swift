#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A client that writes and reads raw bytes, malformed requests too.
package final class RawClient {
    package struct ConnectFailure: Error {
        package let code: Int32
    }

    /// How the reading of a response ended.
    package enum End: Equatable {
        case closed
        case reset
        case cancelled
        case satisfied
    }

    private let descriptor: Int32

    package init(port: Int) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        #if canImport(Darwin)
        var on: Int32 = 1
        _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        // A process started by another test must not inherit this end.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        if result != 0 { throw ConnectFailure(code: errno) }
    }

    deinit {
        _ = close(descriptor)
    }

    package func send(_ text: String) {
        let bytes = Array(text.utf8)
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        #if canImport(Darwin)
        _ = Darwin.send(descriptor, bytes, bytes.count, flags)
        #elseif canImport(Musl)
        _ = Musl.send(descriptor, bytes, bytes.count, flags)
        #else
        _ = Glibc.send(descriptor, bytes, bytes.count, flags)
        #endif
    }

    /// Reads until the text so far satisfies a condition, the connection ends, or the task is
    /// cancelled.
    ///
    /// It polls without blocking a thread.
    package func read(until isEnough: (String) -> Bool = { _ in false }) async -> (text: String, end: End) {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if isEnough(text) { return (text, .satisfied) }
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                received += buffer[..<count]
            } else if count == 0 {
                return (text, .closed)
            } else if ![EAGAIN, EINTR].contains(errno) {
                return (text, .reset)
            } else if (try? await Task.sleep(for: .milliseconds(1))) == nil {
                return (text, .cancelled)
            }
        }
    }

    /// Reads one response whose body ends with that text.
    package func readResponse(endingWith ending: String) async -> String {
        await read { $0.hasSuffix(ending) && $0.contains("\r\n\r\n") }.text
    }
}
