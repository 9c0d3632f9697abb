extension LoopbackServer {
    /// What a server takes from its clients.
    public struct Limits: Hashable, Sendable {
        /// The longest header block, in bytes; a longer one is answered with 431.
        public var headerBytes: Int

        /// The longest body, in bytes; a longer one is answered with 413.
        public var bodyBytes: Int

        /// How long a connection may wait for a request, and a request for its rest (which is answered with 408).
        public var idleTime: Duration

        /// Limits that no well-meaning client meets, unless others are given.
        public init(
            headerBytes: Int = 64 * 1024,
            bodyBytes: Int = 8 * 1024 * 1024,
            idleTime: Duration = .seconds(30)
        ) {
            self.headerBytes = headerBytes
            self.bodyBytes = bodyBytes
            self.idleTime = idleTime
        }
    }
}
