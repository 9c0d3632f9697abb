extension StreamState {
    /// Whether the picture is moving.
    public var isLive: Bool {
        switch self {
        case .live: true
        case .idle, .connecting, .error: false
        }
    }

    /// Whether a player exists, which is the case in every state except ``idle``.
    public var isStreaming: Bool {
        switch self {
        case .idle: false
        case .connecting, .live, .error: true
        }
    }

    /// A number for each case: 0 for idle, 1 for connecting, 2 for live, and 3 for error.
    ///
    /// Errors with different messages have the same number, so you can use it for animations that
    /// depend on the phase but not on the message.
    public var phase: Int {
        switch self {
        case .idle: 0
        case .connecting: 1
        case .live: 2
        case .error: 3
        }
    }

    /// The error message, in the error state.
    public var errorMessage: String? {
        switch self {
        case .error(let message): message
        case .idle, .connecting, .live: nil
        }
    }
}
