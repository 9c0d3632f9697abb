extension RemoteContentState {
    /// Whether a request is in progress, on an empty screen or during a refresh.
    public var isLoading: Bool {
        switch self {
        case .loading, .loaded(.refresh): true
        case .loaded(.empty), .loaded(.data), .error: false
        }
    }
}
