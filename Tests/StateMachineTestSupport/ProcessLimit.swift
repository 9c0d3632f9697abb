#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ends this process, which is that of an exit test, when it takes too long.
///
/// The time limit of a test cancels its task, but not the process of an exit test, for which the
/// test waits.
package func limitProcess(toSeconds seconds: UInt32 = 270) {
    // The default action of SIGALRM ends the process.
    _ = alarm(seconds)
}
