/// Bounds of the time and the memory that a whole answer may take.
package struct AnswerBounds: Hashable, Sendable {
    /// How long the server may be silent.
    package var timeout: Duration

    /// How long the whole request may take.
    package var deadline: Duration

    /// How many bytes the answer may have, decompressed.
    package var bytes: Int

    /// The bounds of a request; a whole answer may take ten times the timeout unless a deadline is
    /// given.
    package init(timeout: Duration, deadline: Duration? = nil, bytes: Int) {
        self.timeout = timeout
        self.deadline = deadline ?? timeout * 10
        self.bytes = bytes
    }
}
