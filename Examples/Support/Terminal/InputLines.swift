import Foundation

/// The lines of standard input, as they are typed or come through a pipe.
public enum InputLines {
    /// Reads lines on a thread of its own, which waits for the next one for as long as the process lives.
    public static func read() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let thread = Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        thread.name = "standard input"
        thread.start()
        return lines
    }

    /// The words of a line, without the space around them.
    ///
    /// An arrow key at a prompt without line editing types an escape sequence into the line. Nobody knows what was meant by a line
    /// that has one.
    ///
    /// - Throws: ``UsageError`` if there is an escape character in the line.
    public static func text(of line: String) throws(UsageError) -> String {
        if line.unicodeScalars.contains("\u{1B}") {
            throw UsageError("the line is ignored: arrow keys do nothing here; Backspace and Ctrl-U delete")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Whether a line asks for the commands that there are: one word, the same at every prompt.
    public static func asksForHelp(_ text: String) -> Bool { ["help", ":help", "?"].contains(text) }

    /// The status of an example that has read lines.
    ///
    /// Lines from a terminal are corrected by whoever has typed them. From a pipe, a line that could not be obeyed is a mistake of the
    /// caller, as a bad argument is; the lines behind it are obeyed all the same.
    ///
    /// - Parameters:
    ///   - hasBadLine: Whether a line made no sense.
    ///   - hasFailed: Whether the work of the example has failed.
    public static func status(hasBadLine: Bool, hasFailed: Bool) -> Int32 {
        if hasBadLine && !Terminal.inputIsInteractive { return UsageError.status }
        return hasFailed ? EXIT_FAILURE : EXIT_SUCCESS
    }

    /// What the help of each example says about that.
    public static let statusHelp = """
        The word help shows the commands. A line that makes no sense is an error; from a pipe it makes the status 64, and the
        lines behind it are obeyed all the same.
        """
}
