#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Ends this process, which is one that a test has started for itself, when it takes too long.
///
/// The time limit of a test cancels its task. The process of an exit test goes on, and its test waits for it.
package func limitProcess(toSeconds seconds: UInt32 = 270) {
    // The signal of the alarm ends a process that does nothing about it.
    _ = alarm(seconds)
}
