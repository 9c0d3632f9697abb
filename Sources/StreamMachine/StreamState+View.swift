extension StreamState {
    /// Whether the picture is moving.
    public var isLive: Bool {
        switch self {
        case .live: true
        case .idle, .connecting, .error: false
        }
    }

    /// Whether a player exists, which is so in every state but ``idle``, errors included.
    public var isStreaming: Bool {
        switch self {
        case .idle: false
        case .connecting, .live, .error: true
        }
    }

    /// A number for each case: 0 idle, 1 connecting, 2 live, 3 error.
    ///
    /// It stays the same when only the message of an error differs, so that an animation can follow
    /// the phase and not the exact state.
    public var phase: Int {
        switch self {
        case .idle: 0
        case .connecting: 1
        case .live: 2
        case .error: 3
        }
    }

    /// What went wrong, in the error state.
    public var errorMessage: String? {
        switch self {
        case .error(let message): message
        case .idle, .connecting, .live: nil
        }
    }
}
