#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Notices when a person presses Enter.
///
/// A program in the background must not read from its terminal: the system would stop it.
struct LineInput {
    private var hasEnded = false

    /// Waits for a line, for a second at most.
    ///
    /// - Returns: Whether there was one.
    mutating func hasLine() -> Bool {
        let isOurs = isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) == getpgrp()
        var entry = pollfd(fd: hasEnded || !isOurs ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 1000) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count <= 0 { hasEnded = true }
        return count > 0 && bytes[..<count].contains(UInt8(ascii: "\n"))
    }
}
