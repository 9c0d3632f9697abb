extension RemoteContentState {
    /// Whether an answer is awaited, behind an empty screen or behind the content of the last one.
    public var isLoading: Bool {
        switch self {
        case .loading, .loaded(.refresh): true
        case .loaded(.empty), .loaded(.data), .error: false
        }
    }
}
