import Foundation
import StateMachineCommandLine

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
    package static let output = Terminal(.standard)

    /// Standard error.
    package static let error = Terminal(.error)

    private let output: ProgramOutput

    /// Whether the output is a terminal on which lines can be redrawn.
    package let isInteractive: Bool

    private let hasColor: Bool

    private init(_ output: ProgramOutput) {
        self.output = output
        let environment = ProcessInfo.processInfo.environment
        isInteractive = isatty(output.descriptor) == 1 && environment["TERM"] != "dumb"
        // An empty variable says nothing (no-color.org).
        hasColor = isInteractive && environment["NO_COLOR", default: ""].isEmpty
    }

    /// Whether a person types into standard input.
    package static var inputIsInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// The number of columns of a terminal, or `nil` for other outputs.
    package var width: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    /// The number of lines of a terminal, or `nil` for other outputs.
    package var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        var size = winsize()
        guard isInteractive, ioctl(output.descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size
    }

    /// Writes text unchanged.
    ///
    /// Output that cannot be written is lost, and ``ProgramOutput/writeError`` contains the reason.
    /// A closed pipe cancels the work of the example.
    package func write(_ text: String) {
        output.write(text)
        if ProgramOutput.isBroken { Interruption.readerClosedPipe() }
    }

    /// Writes a line; on a terminal as several lines if it is too long.
    package func print(_ line: String = "") {
        let lines = width.map { line.wrapped(to: $0) } ?? [line]
        write(lines.joined(separator: "\n") + "\n")
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
