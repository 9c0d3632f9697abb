extension LoopbackServer {
    /// What a server takes from its clients.
    package struct Limits: Hashable, Sendable {
        /// The longest header block, in bytes; a longer one is answered with 431.
        package var headerBytes: Int

        /// The longest body, in bytes; a longer one is answered with 413.
        package var bodyBytes: Int

        /// How long a connection may wait for a request, and a request for its rest (which is
        /// answered with 408).
        package var idleTime: Duration

        /// How long a client may take to end its side of a connection whose last answer was sent.
        package var drainTime: Duration

        /// Limits that no well-meaning client meets, unless others are given.
        package init(
            headerBytes: Int = 64 * 1024,
            bodyBytes: Int = 8 * 1024 * 1024,
            idleTime: Duration = .seconds(30),
            drainTime: Duration = .seconds(1)
        ) {
            self.headerBytes = headerBytes
            self.bodyBytes = bodyBytes
            self.idleTime = idleTime
            self.drainTime = drainTime
        }
    }
}
