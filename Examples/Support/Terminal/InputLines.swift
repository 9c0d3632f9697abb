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
}
