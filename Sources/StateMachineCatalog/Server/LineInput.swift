#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal input that detects when a person presses Enter.
///
/// A program in the background must not read from its terminal because the system would stop it.
struct LineInput {
    /// The file descriptor of the input.
    private let descriptor: Int32

    private var hasEnded = false

    init(descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
    }

    /// Waits for a line, by default for at most one second.
    ///
    /// - Returns: Whether a line was entered.
    mutating func hasLine(within milliseconds: Int32 = 1000) -> Bool {
        let isOurs = isatty(descriptor) == 0 || tcgetpgrp(descriptor) == getpgrp()
        var entry = pollfd(fd: hasEnded || !isOurs ? -1 : descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        if count <= 0 { hasEnded = true }
        return count > 0 && bytes[..<count].contains(UInt8(ascii: "\n"))
    }
}
