#if canImport(Glibc)
import StateMachineLocks
import Foundation
import Glibc

/// A socket in front of a PostgreSQL server, which cuts one connection after a number of bytes.
final class CuttingProxy: Sendable {
    /// The folder of the socket, which is the host for libpq.
    let folder: String

    private struct Content {
        /// The bytes until the cut; `nil` if no connection is to be cut.
        var left: Int?
        var forwarded = 0
        var connections = 0
        /// The number of the first connection that is not silent.
        var firstAudible = 0
        var isClosed = false
    }

    private let content = Locked(Content())
    private let listener: Int32
    private let server: String

    /// The bytes that all connections have carried, in both directions.
    var forwarded: Int { content.withLock { $0.forwarded } }

    /// Whether the connection was cut that was to be cut.
    var hasCut: Bool { content.withLock { $0.left == nil } }

    /// Starts to listen.
    ///
    /// - Parameter server: The folder of the server's socket.
    init(server: String) throws {
        let folder = URL(filePath: "/tmp/cut.\(UUID().uuidString.prefix(8))").path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.folder = folder
        self.server = "\(server)/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = Self.withAddress("\(folder)/.s.PGSQL.5432") { [listener] in bind(listener, $0, $1) }
        guard status == 0, listen(listener, 16) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread { [self] in accept() }.start()
    }

    /// Cuts the next connection after some more bytes; later ones are not cut.
    func cut(after bytes: Int) { content.withLock { $0.left = bytes } }

    /// Lets all connections of this moment be silent: nothing arrives, and nothing is closed.
    func silence() { content.withLock { $0.firstAudible = $0.connections } }

    func close() {
        content.withLock { $0.isClosed = true }
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            if client < 0 { return }
            let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            _ = Self.withAddress(server) { connect(upstream, $0, $1) }
            let ends = Ends(sockets: [client, upstream])
            let number = content.withLock { content in
                content.connections += 1
                return content.connections - 1
            }
            for (from, to) in [(client, upstream), (upstream, client)] {
                Thread { [self] in forward(from, to, ends, number) }.start()
            }
        }
    }

    private func forward(_ from: Int32, _ to: Int32, _ ends: Ends, _ number: Int) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(from, &buffer, buffer.count)
            guard count > 0 else { break }
            if content.withLock({ number < $0.firstAudible }) { continue }
            let (passed, isCut) = content.withLock { content in
                let passed = min(count, content.left ?? count)
                content.forwarded += passed
                let isCut = passed < count || content.left == count
                content.left = isCut ? nil : content.left.map { $0 - count }
                return (passed, isCut)
            }
            _ = send(to, buffer, passed, Int32(MSG_NOSIGNAL))
            if isCut { break }
        }
        ends.close()
    }

    /// The two sockets of a connection, which are closed by the second thread.
    private final class Ends: Sendable {
        private let sockets: [Int32]
        private let users = Locked(2)

        init(sockets: [Int32]) { self.sockets = sockets }

        func close() {
            for end in sockets { shutdown(end, Int32(SHUT_RDWR)) }
            let isLast = users.withLock { users in
                users -= 1
                return users == 0
            }
            if isLast { for end in sockets { Glibc.close(end) } }
        }
    }

    static func withAddress<Result>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in path.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
#endif
