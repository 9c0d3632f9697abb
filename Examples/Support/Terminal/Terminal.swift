import Foundation
import StateMachineLocks

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of an example, which may be a terminal, a pipe, or a file.
package struct Terminal: Sendable {
    /// Standard output.
    package static let output = Terminal(descriptor: STDOUT_FILENO)

    /// Standard error.
    package static let error = Terminal(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// Whether the output is a terminal on which lines can be redrawn.
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

    /// The number of columns of a terminal, or `nil` for other outputs.
    package var width: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The number of lines of a terminal, or `nil` for other outputs.
    package var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        var size = winsize()
        guard isInteractive, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size
    }

    private static let failure = Locked<Int32?>(nil)

    /// The system's reason why output could not be written, or `nil` if no write failed.
    package static var writeError: String? {
        failure.withLock { $0.map { String(cString: strerror($0)) } }
    }

    /// Whether the reader of the output has closed the pipe.
    package static var isBroken: Bool { failure.withLock { $0 == EPIPE } }

    /// Writes text unchanged.
    ///
    /// Output that cannot be written is lost, and ``writeError`` contains the reason. A closed pipe
    /// cancels the work of the example.
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

    /// Replaces the cursor's line on a terminal; writes nothing to other outputs.
    package func redraw(_ line: String) {
        if isInteractive { write("\r\u{1B}[J" + line) }
    }

    /// Replaces the last line of a terminal with a status; writes nothing to other outputs.
    ///
    /// The cursor stays at the beginning of the line. A terminal that becomes narrower breaks the
    /// line into several. The cursor is still at the beginning of the first one, so the next call
    /// erases all of them.
    package func drawStatus(_ line: String) {
        if isInteractive { write("\r\u{1B}[J" + line + "\r") }
    }

    /// Writes the current action of the program.
    ///
    /// On a terminal, later output replaces the line. On other outputs, the line stays.
    package func announce(_ line: String) {
        if isInteractive { redraw(line + "…") } else { print(line) }
    }

    /// Returns the text in a dim style, if the terminal has color.
    package func dimmed(_ text: String) -> String { styled(text, "2") }

    /// Returns the text in bold, if the terminal has color.
    package func bold(_ text: String) -> String { styled(text, "1") }

    /// Returns the text in red, if the terminal has color.
    package func red(_ text: String) -> String { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Calls the system's `write`, whose name a method above shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
