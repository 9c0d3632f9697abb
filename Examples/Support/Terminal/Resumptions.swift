import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The times at which a program continues after Ctrl-Z and `fg`.
///
/// A shell writes on the terminal while a program is stopped, so the program has to show its prompt
/// again.
package enum Resumptions {
    /// The end of the pipe that the signal handler writes to; -1 before it is open.
    ///
    /// The memory is allocated before the handler is installed: a handler must not allocate.
    nonisolated(unsafe) fileprivate static let end = {
        let end = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        end.initialize(to: -1)
        return end
    }()

    /// Reports each continuation after the call, until the process ends.
    ///
    /// Call it once, and not together with ``KeyPresses``, which handles the same signal. A signal
    /// source of Dispatch would handle the signal only some time after the call.
    package static func all() -> AsyncStream<Void> {
        let (resumptions, continuation) = AsyncStream.makeStream(of: Void.self)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return resumptions }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe has woken the reader already.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        end.pointee = ends[1]
        signal(SIGCONT, didContinue)
        let source = ends[0]
        let thread = Thread {
            var byte: UInt8 = 0
            while true {
                let count = read(source, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { break }
                continuation.yield()
            }
        }
        thread.name = "resumptions"
        thread.start()
        return resumptions
    }
}

private func didContinue(_ number: Int32) {
    let code = errno
    var byte: UInt8 = 0
    _ = write(Resumptions.end.pointee, &byte, 1)
    errno = code
}
