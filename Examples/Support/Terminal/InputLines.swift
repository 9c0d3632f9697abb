import Foundation

/// The lines of standard input, typed or from a pipe.
package enum InputLines {
    /// Reads lines on a thread of its own, which runs as long as the process.
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

    /// The text of a line, without the space around it.
    ///
    /// Without line editing, an arrow key types an escape sequence into the line. What the user
    /// meant by such a line is unknown.
    ///
    /// - Throws: ``UsageError`` if the line has an escape character.
    package static func text(of line: String) throws(UsageError) -> String {
        if line.unicodeScalars.contains("\u{1B}") {
            throw UsageError("the line is ignored: arrow keys do nothing here; Backspace and Ctrl-U delete")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Whether a line asks for the list of commands; all prompts share these words.
    package static func asksForHelp(_ text: String) -> Bool { ["help", ":help", "?"].contains(text) }

    /// The status of an example that has read lines.
    ///
    /// A person at a terminal corrects an invalid line. From a pipe it is a mistake of the caller,
    /// as an invalid argument is; the lines after it still take effect.
    ///
    /// - Parameters:
    ///   - hasBadLine: Whether a line was invalid.
    ///   - hasFailed: Whether the work of the example failed.
    package static func status(hasBadLine: Bool, hasFailed: Bool) -> Int32 {
        if hasBadLine && !Terminal.inputIsInteractive { return UsageError.status }
        return hasFailed ? EXIT_FAILURE : EXIT_SUCCESS
    }

    /// The part of each example's help about invalid lines.
    package static let statusHelp = """
        The word help shows the commands. An invalid line is an error; from a pipe it makes the status 64, and the lines after
        it still take effect.
        """
}
