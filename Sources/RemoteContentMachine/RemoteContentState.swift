public import StateMachines

/// Content that is loaded from elsewhere, shown, and refreshed in place.
public enum RemoteContentState: ActivityVisiting, Hashable {
    /// The first answer is awaited, and nothing is on the screen yet. The machine begins here;
    /// reloading after an error comes back.
    case loading

    /// An answer arrived. What there is of it, and whether it is being refreshed, is the child's
    /// business.
    case loaded(DataPresence)

    /// Loading or refreshing failed.
    case error

    /// What the user does, and what arrives.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The request failed.
        case didReceiveError

        /// The user asks for the content again: a reload after an error, a refresh when content is
        /// there.
        case didTriggerReload

        /// An answer with nothing in it arrived.
        case didReceiveEmptyData

        /// An answer with something in it arrived.
        case didReceiveData
    }

    /// What goes on in a state.
    public enum Activity: Hashable, Sendable {
        /// The first request is under way.
        case fetch

        /// Content is on the screen.
        case content

        /// What the child does inside the content.
        case dataPresence(DataPresence.Activity)
    }

    /// Moves to the next state; events for loaded content are forwarded to the child.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
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

    /// The first fetch; or the content, and inside it what the child does.
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
    /// Whether there is content; `nil` unless it is loaded.
    public var presence: DataPresence? {
        switch self {
        case .loaded(let presence): presence
        case .loading, .error: nil
        }
    }
}

extension RemoteContentState: FiniteStateDefinition {
    /// Content begins with its first request.
    public static var initialStates: [RemoteContentState] { [.loading] }
}
