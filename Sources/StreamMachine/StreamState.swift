public import StateMachines

/// The phases of a camera stream.
///
/// The player exists in every state except ``idle``. Because it survives an error, the user can
/// retry without a new player.
public enum StreamState: StateDefinition, Hashable {
    /// The stream has not started yet, or the user has stopped it.
    case idle

    /// The player is connecting, and no picture has arrived yet.
    case connecting

    /// The player has filled its buffer, so the picture is moving.
    case live

    /// The connection could not be made or was lost. The payload is the error message. The player
    /// stays open for a retry.
    case error(String)

    /// A user's action or a report from the player.
    public enum Event: Hashable, Sendable {
        /// The user starts the stream.
        case start

        /// The player has filled its buffer. It reports this again after every refill.
        case bufferFinished

        /// The player has failed. The payload is the error message.
        case playerFailed(String)

        /// The user stops the stream.
        case stop

        /// The user tries again after an error.
        case retry
    }

    /// Work that runs while the stream is not idle.
    public enum Activity: Hashable, Sendable {
        /// A player exists.
        case player

        /// The player is connecting or connected.
        case connection
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .start): self = .connecting
        case (.idle, .bufferFinished), (.idle, .playerFailed), (.idle, .stop), (.idle, .retry): throw .invalid

        case (.connecting, .bufferFinished): self = .live
        case (.connecting, .playerFailed(let message)): self = .error(message)
        case (.connecting, .stop): self = .idle
        case (.connecting, .start), (.connecting, .retry): throw .invalid

        case (.live, .bufferFinished): break
        case (.live, .playerFailed(let message)): self = .error(message)
        case (.live, .stop): self = .idle
        case (.live, .start), (.live, .retry): throw .invalid

        // Keep the first message, which describes the cause. Later failures are only consequences.
        case (.error, .playerFailed): break
        case (.error, .stop): self = .idle
        case (.error, .retry): self = .connecting
        case (.error, .start), (.error, .bufferFinished): throw .invalid
        }
    }

    /// The player, and the connection inside it.
    public var activities: [Activity] {
        switch self {
        case .idle: []
        case .connecting, .live: [.player, .connection]
        case .error: [.player]
        }
    }
}

extension StreamState: FiniteStateDefinition {
    /// The idle state.
    public static var initialStates: [StreamState] { [.idle] }

    /// Every event, with two failure messages to distinguish the first failure from a later one.
    public var sampleEvents: [Event] {
        [.start, .bufferFinished, .playerFailed("no signal"), .playerFailed("timed out"), .stop, .retry]
    }
}
