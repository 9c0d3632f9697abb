extension LoopbackServer {
    /// The limits of a server for its clients.
    package struct Limits: Hashable, Sendable {
        /// The maximum size of a header block, in bytes.
        ///
        /// The server responds to a longer one with 431.
        package var headerBytes: Int

        /// The maximum size of a body, in bytes.
        ///
        /// The server responds to a longer one with 413.
        package var bodyBytes: Int

        /// The longest time that a connection may wait for a complete request.
        ///
        /// If the time is over and a request has begun, the server responds with 408.
        package var idleTime: Duration

        /// The longest time that a client may take to close its side after the last response.
        package var drainTime: Duration

        /// Creates limits, whose default values are sufficient for every well-behaved client.
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
