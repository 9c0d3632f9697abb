import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An event of a terminal whose keys are read individually.
package enum KeyPress: Hashable, Sendable {
    /// A key, or a part of a key that sends several characters.
    case character(Character)

    /// The program must redraw, because the terminal was resized or the program was continued.
    case redraw
}

/// The keys of a terminal, read individually and without Enter.
package enum KeyPresses {
    /// Reads keys while some work runs and restores the terminal at its end.
    ///
    /// Ctrl-C and Ctrl-Z still send their signals. Ctrl-D ends the sequence of keys.
    package static func reading<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: (AsyncStream<KeyPress>) async -> Result
    ) async -> Result {
        let (keys, continuation) = AsyncStream.makeStream(of: KeyPress.self)
        let changes = RawMode.begin()
        defer {
            if changes != nil { RawMode.end() }
        }
        if let changes { readChanges(from: changes, into: continuation) }
        readKeys(into: continuation)
        return await work(keys)
    }

    /// Reads on a separate thread, which runs as long as the process.
    private static func readKeys(into keys: AsyncStream<KeyPress>.Continuation) {
        let endOfTransmission: UInt8 = 4
        let thread = Thread {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1, byte != endOfTransmission else { break }
                keys.yield(.character(Character(UnicodeScalar(byte))))
            }
            keys.finish()
        }
        thread.name = "keys"
        thread.start()
    }

    /// Reads on a separate thread, which ends when the other end of the pipe is closed.
    private static func readChanges(from pipe: Int32, into keys: AsyncStream<KeyPress>.Continuation) {
        let thread = Thread {
            var bytes = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(pipe, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                keys.yield(.redraw)
            }
            close(pipe)
        }
        thread.name = "changes of the terminal"
        thread.start()
    }
}
