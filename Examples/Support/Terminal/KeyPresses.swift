import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The keys of a terminal, one by one and without an Enter behind each.
public enum KeyPresses {
    /// Reads keys until the work has ended, and leaves the terminal as it was.
    ///
    /// Ctrl-C stays the signal that it is; Ctrl-D ends the keys.
    public static func reading<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: (AsyncStream<Character>) async -> Result
    ) async -> Result {
        var original = termios()
        let isTerminal = tcgetattr(STDIN_FILENO, &original) == 0
        if isTerminal {
            var raw = original
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        }
        defer {
            if isTerminal { tcsetattr(STDIN_FILENO, TCSANOW, &original) }
        }
        return await work(keys())
    }

    /// Reads on a thread of its own, which waits for the next key for as long as the process lives.
    private static func keys() -> AsyncStream<Character> {
        let (keys, continuation) = AsyncStream.makeStream(of: Character.self)
        let endOfTransmission: UInt8 = 4
        let thread = Thread {
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) == 1, byte != endOfTransmission {
                continuation.yield(Character(UnicodeScalar(byte)))
            }
            continuation.finish()
        }
        thread.name = "keys"
        thread.start()
        return keys
    }
}
