import Foundation
package import StateMachineCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The lines of standard input, typed or from a pipe.
package enum InputLines {
    /// Reads lines on a separate thread, which runs as long as the process.
    package static func read() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let thread = Thread {
            readLines { continuation.yield($0) }
            continuation.finish()
        }
        thread.name = "standard input"
        thread.start()
        return lines
    }

    /// Returns the text of a line, without the space around it.
    ///
    /// Without line editing, an arrow key types an escape sequence into the line. The intention of
    /// the user is then unknown.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - isTyped: Whether a person typed the line, so that an escape character is a key.
    /// - Throws: ``UsageError`` if the line contains an escape character.
    package static func text(
        of line: String,
        isTyped: Bool = Terminal.inputIsInteractive
    ) throws(UsageError) -> String {
        if line.unicodeScalars.contains("\u{1B}") {
            throw UsageError(
                isTyped
                    ? "the line is ignored: arrow keys do nothing here; use Backspace or Ctrl-U to delete"
                    : "the line is ignored: it contains an escape character"
            )
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Returns whether a line asks for the list of commands.
    ///
    /// All prompts share these words.
    package static func asksForHelp(_ text: String) -> Bool { ["help", ":help", "?"].contains(text) }

    /// Returns the exit status of an example that has read lines.
    ///
    /// A person at a terminal corrects an invalid line. From a pipe, an invalid line is a mistake
    /// of the caller, like an invalid argument, but the lines after it still take effect.
    ///
    /// - Parameters:
    ///   - hasBadLine: Whether a line was invalid.
    ///   - hasFailed: Whether the work of the example failed.
    package static func status(hasBadLine: Bool, hasFailed: Bool) -> Int32 {
        if hasBadLine && !Terminal.inputIsInteractive { return UsageError.status }
        return hasFailed ? EXIT_FAILURE : EXIT_SUCCESS
    }

    /// The text about invalid lines in the help of each example.
    package static let statusHelp = """
        The word help shows the commands. An invalid line is an error, but the program
        continues with the next line. If the lines come from a pipe, an invalid line
        makes the exit status 64.
        """
}

/// Calls a closure with each line of standard input until its end.
///
/// `readLine()` would lock the stream of the C library while it waits. Newer versions of glibc,
/// such as 2.43, wait for that lock in `exit`.
private func readLines(_ body: (String) -> Void) {
    let lineFeed = UInt8(ascii: "\n")
    /// Decodes a line, which may end with a carriage return.
    func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    var rest: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while true {
        let count = read(STDIN_FILENO, &part, part.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        let hasEnd = part[..<count].contains(lineFeed)
        rest += part[..<count]
        guard hasEnd, let end = rest.lastIndex(of: lineFeed) else { continue }
        for line in rest[..<end].split(separator: lineFeed, omittingEmptySubsequences: false) { body(text(line)) }
        rest.removeSubrange(...end)
    }
    if !rest.isEmpty { body(text(rest[...])) }
}
