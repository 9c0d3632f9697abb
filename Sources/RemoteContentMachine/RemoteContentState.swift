public import StateMachines

/// Content that is loaded from a server, shown, and refreshed in place.
public enum RemoteContentState: ActivityVisiting, Hashable {
    /// The first request is in progress, with an empty screen. A reload after an error leads back
    /// here.
    case loading

    /// A response has arrived. The child records whether it contains data and whether a refresh is
    /// in progress.
    case loaded(DataPresence)

    /// Loading or refreshing has failed.
    case error

    /// A user's action or a response.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The request failed.
        case didReceiveError

        /// The user wants the content again, after an error or to refresh it.
        case didTriggerReload

        /// An empty response arrived.
        case didReceiveEmptyData

        /// A response with data arrived.
        case didReceiveData
    }

    /// Work that runs while the machine is in certain states.
    public enum Activity: Hashable, Sendable {
        /// The first request is in progress.
        case fetch

        /// Content is on the screen.
        case content

        /// An activity of the child, inside `content`.
        case dataPresence(DataPresence.Activity)
    }

    /// Moves to the next state and forwards events for loaded content to the child.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.loading, .didReceiveError): self = .error
        case (.loading, .didReceiveEmptyData): self = .loaded(.empty)
        case (.loading, .didReceiveData): self = .loaded(.data)
        case (.loading, .didTriggerReload): throw .invalid

        case (.loaded(.refresh), .didReceiveError): self = .error
        case (.loaded(.empty), .didReceiveError), (.loaded(.data), .didReceiveError): throw .invalid
        case (.loaded(let presence), .didTriggerReload): try forward(.didTriggerRefresh, to: presence)
        case (.loaded(let presence), .didReceiveEmptyData): try forward(.didReceiveEmptyData, to: presence)
        case (.loaded(let presence), .didReceiveData): try forward(.didReceiveData, to: presence)

        case (.error, .didTriggerReload): self = .loading
        case (.error, .didReceiveError), (.error, .didReceiveEmptyData), (.error, .didReceiveData): throw .invalid
        }
    }

    private mutating func forward(
        _ event: DataPresence.Event,
        to presence: DataPresence
    ) throws(TransitionError) {
        var presence = presence
        defer { self = .loaded(presence) }
        try presence.handleEvent(event)
    }

    /// In the loading state, visits the first request's activity.
    ///
    /// When content is loaded, visits the content activity and, inside it, the child's activities.
    public func visitActivities(_ visit: (Activity) -> Void) {
        switch self {
        case .loading: visit(.fetch)
        case .loaded(let presence):
            visit(.content)
            presence.forEachActivity { visit(.dataPresence($0)) }
        case .error: break
        }
    }
}

extension RemoteContentState {
    /// The child's state; `nil` unless the content is loaded.
    public var presence: DataPresence? {
        switch self {
        case .loaded(let presence): presence
        case .loading, .error: nil
        }
    }
}

extension RemoteContentState: FiniteStateDefinition {
    /// The loading state, because the first request starts immediately.
    public static var initialStates: [RemoteContentState] { [.loading] }
}
