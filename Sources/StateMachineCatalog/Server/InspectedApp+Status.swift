extension InspectedApp {
    /// The connection status of an app.
    enum Status: String, Codable {
        /// The app posts batches, even if only to show that it is still running.
        case live
        /// The app is connected but posts nothing, possibly because the system suspended it.
        case silent
        /// The app has ended or lost its connection.
        case gone
    }

    /// The observations that determine the status of an app: its posts and its command connection.
    struct Presence: Sendable {
        /// The number of the connection that receives the commands.
        private(set) var connection = 0

        private var isConnected = false
        private var hasLeft = false
        private var lastPost: Duration

        /// The longest silence of a healthy app, which posts every four seconds.
        private static let patience = Duration.seconds(12)

        /// Records the first post of an app.
        init(at now: Duration) {
            lastPost = now
        }

        func status(at now: Duration) -> Status {
            if hasLeft { return .gone }
            if now - lastPost <= Self.patience { return .live }
            return isConnected ? .silent : .gone
        }

        mutating func hasPosted(at now: Duration) {
            lastPost = now
            hasLeft = false
        }

        mutating func connect() {
            connection += 1
            (isConnected, hasLeft) = (true, false)
        }

        mutating func disconnect(_ number: Int) {
            if number == connection { (isConnected, hasLeft) = (false, true) }
        }
    }
}
