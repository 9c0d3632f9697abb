import Foundation

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// Waits on a separate thread for the end of a program that this program has started.
///
/// - Parameter whenEnded: A closure to call while the process ID is still reserved. Its argument is
///   a closure that releases the ID and returns the status as in a shell, where 128 or more means a
///   signal. So code that sends signals can record the end before another process gets the ID.
package func waitForEnd(of id: pid_t, whenEnded: @escaping @Sendable (_ reap: () -> Int32) -> Void) {
    let thread = Thread {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        whenEnded {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        }
    }
    thread.name = "waits for \(id)"
    thread.start()
}
