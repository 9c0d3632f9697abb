import Foundation
import StateMachines

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of an example: a terminal, a pipe, or a file.
package struct Terminal: Sendable {
    /// Standard output.
    package static let output = Terminal(descriptor: STDOUT_FILENO)

    /// Standard error.
    package static let error = Terminal(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// Whether it is a terminal on which lines can be redrawn.
    package let isInteractive: Bool

    private let hasColor: Bool

    private init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(descriptor) == 1 && environment["TERM"] != "dumb"
        hasColor = isInteractive && environment["NO_COLOR"] == nil
    }

    /// Whether a person types into standard input.
    package static var inputIsInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// How many columns there are, for a terminal.
    package var width: Int? {
        var size = winsize()
        guard isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private static let failure = Locked<Int32?>(nil)

    /// The system's reason for which output could not be written; `nil` if there was none.
    package static var writeError: String? {
        failure.withLock { $0.map { String(cString: strerror($0)) } }
    }

    /// Whether the reader of the output has closed the pipe.
    package static var isBroken: Bool { failure.withLock { $0 == EPIPE } }

    /// Writes text as it is.
    ///
    /// Output that cannot be written is lost; ``writeError`` has the reason. A closed pipe cancels
    /// the work of the example.
    package func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else {
                let code = errno
                Self.failure.withLock { $0 = $0 ?? code }
                if code == EPIPE { Interruption.readerClosedPipe() }
                return
            }
            bytes = bytes.dropFirst(written)
        }
    }

    /// Writes a line.
    package func print(_ line: String = "") {
        write(line + "\n")
    }

    /// Replaces the cursor's line on a terminal; writes nothing elsewhere.
    package func redraw(_ line: String) {
        if isInteractive { write("\r\u{1B}[J" + line) }
    }

    /// Replaces the last line of a terminal by a status; writes nothing elsewhere.
    ///
    /// The cursor is left at its beginning. A terminal that becomes narrower breaks the line into
    /// several: the cursor is still where the first of them begins, and the next call erases all of
    /// them.
    package func drawStatus(_ line: String) {
        if isInteractive { write("\r\u{1B}[J" + line + "\r") }
    }

    /// Writes what the program is doing: on a terminal in a line that is replaced later, elsewhere
    /// in a line that stays.
    package func announce(_ line: String) {
        if isInteractive { redraw(line + "…") } else { print(line) }
    }

    /// The text in a dim style, if there is color.
    package func dimmed(_ text: String) -> String { styled(text, "2") }

    /// The text in bold, if there is color.
    package func bold(_ text: String) -> String { styled(text, "1") }

    /// The text in red, if there is color.
    package func red(_ text: String) -> String { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// The system's `write`, which has the name of a method above.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
