/// `StreamState` as one would write it without a library.
public enum Stream {
    case idle, connecting, live, error(String)

    /// What the user does, and what the player reports.
    public enum Event { case start, bufferFinished, playerFailed(String), stop, retry }

    /// What goes on while the machine is streaming.
    public enum Activity { case player, connection }

    /// Whether the event is handled in this state.
    public mutating func handle(_ event: Event) -> Bool {
        switch (self, event) {
        case (.idle, .start): self = .connecting
        case (.idle, .bufferFinished), (.idle, .playerFailed), (.idle, .stop), (.idle, .retry): return false

        case (.connecting, .bufferFinished): self = .live
        case (.connecting, .playerFailed(let message)): self = .error(message)
        case (.connecting, .stop): self = .idle
        case (.connecting, .start), (.connecting, .retry): return false

        case (.live, .bufferFinished): break
        case (.live, .playerFailed(let message)): self = .error(message)
        case (.live, .stop): self = .idle
        case (.live, .start), (.live, .retry): return false

        case (.error, .playerFailed): break
        case (.error, .stop): self = .idle
        case (.error, .retry): self = .connecting
        case (.error, .start), (.error, .bufferFinished): return false
        }
        return true
    }

    /// The player, and inside it the connection.
    public var activities: [Activity] {
        switch self {
        case .idle: []
        case .connecting, .live: [.player, .connection]
        case .error: [.player]
        }
    }

    /// A number for each case.
    public var phase: Int {
        switch self {
        case .idle: 0
        case .connecting: 1
        case .live: 2
        case .error: 3
        }
    }
}
