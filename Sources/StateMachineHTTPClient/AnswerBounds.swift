/// Limits for the time and the memory of a complete response.
package struct AnswerBounds: Hashable, Sendable {
    /// The longest time that the server may be silent.
    package var timeout: Duration

    /// The longest time that the complete request may take.
    package var deadline: Duration

    /// The maximum size of the decompressed response, in bytes.
    package var bytes: Int

    /// Creates limits for a request, with a default deadline of ten times the timeout.
    package init(timeout: Duration, deadline: Duration? = nil, bytes: Int) {
        self.timeout = timeout
        self.deadline = deadline ?? timeout * 10
        self.bytes = bytes
    }
}
