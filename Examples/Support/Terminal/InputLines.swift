import Foundation
package import StateMachineCommandLine

/// The lines of standard input, typed or from a pipe.
package enum InputLines {
    /// Reads lines on a separate thread, which runs as long as the process.
    package static func read() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let thread = Thread {
            while let line = readLine() { continuation.yield(line) }
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
