/// `FlatRemoteContentState` as one would write it without a library.
public enum Content {
    case loading, data, error, empty

    /// What the user does, and what arrives.
    public enum Event { case didReceiveError, didTriggerReload, didReceiveEmptyData, didReceiveData }

    /// Whether the event is handled in this state.
    public mutating func handle(_ event: Event) -> Bool {
        switch (self, event) {
        case (.loading, .didReceiveError): self = .error
        case (.loading, .didReceiveEmptyData): self = .empty
        case (.loading, .didReceiveData): self = .data
        case (.loading, .didTriggerReload): return false

        case (.data, .didReceiveError), (.data, .didTriggerReload): return false
        case (.data, .didReceiveEmptyData), (.data, .didReceiveData): return false

        case (.error, .didTriggerReload): self = .loading
        case (.error, .didReceiveError), (.error, .didReceiveEmptyData), (.error, .didReceiveData): return false

        case (.empty, .didTriggerReload): self = .loading
        case (.empty, .didReceiveError), (.empty, .didReceiveEmptyData), (.empty, .didReceiveData): return false
        }
        return true
    }
}
