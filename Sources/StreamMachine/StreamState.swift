public import StateMachines

/// The phases of a camera stream.
///
/// The player outlives errors: it is there in every state but ``idle``, so that trying again
/// reconnects without tearing it down.
public enum StreamState: StateDefinition, Hashable {
    /// Nothing has been started. The machine begins here, and comes back when the user stops.
    case idle

    /// A connection is being made; no picture yet. The user has started, or tried again.
    case connecting

    /// The picture is moving: the player has filled its buffer.
    case live

    /// The connection failed or was lost, and this message says why. The player is kept for another
    /// try.
    case error(String)

    /// What the user does, and what the player reports.
    public enum Event: Hashable, Sendable {
        /// The user starts the stream.
        case start

        /// The player has filled its buffer; it reports this again after every refill.
        case bufferFinished

        /// The player gave up, with a message.
        case playerFailed(String)

        /// The user stops the stream.
        case stop

        /// The user tries again after an error.
        case retry
    }

    /// What goes on while the machine is streaming.
    public enum Activity: Hashable, Sendable {
        /// A player exists.
        case player

        /// The player is connected, or connecting.
        case connection
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
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

        // The first message says what went wrong; what follows from it is noise.
        case (.error, .playerFailed): break
        case (.error, .stop): self = .idle
        case (.error, .retry): self = .connecting
        case (.error, .start), (.error, .bufferFinished): throw .invalid
        }
    }

    /// The player, and inside it the connection.
    public var activities: [Activity] {
        switch self {
        case .idle: []
        case .connecting, .live: [.player, .connection]
        case .error: [.player]
        }
    }
}

extension StreamState: FiniteStateDefinition {
    /// A stream begins idle.
    public static var initialStates: [StreamState] { [.idle] }

    /// Every event, with two messages, so that the first one can be told from a later one.
    public var sampleEvents: [Event] {
        [.start, .bufferFinished, .playerFailed("no signal"), .playerFailed("timed out"), .stop, .retry]
    }
}
