public import StateMachines

/// The child of ``RemoteContentState``, which records whether the loaded content contains data.
public enum DataPresence: StateDefinition, Hashable, CaseIterable {
    /// The last response was empty.
    case empty

    /// The last response contained data.
    case data

    /// A refresh is in progress, while the last response's content stays on the screen.
    case refresh

    /// A user's action or a response.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The user requests a refresh.
        case didTriggerRefresh

        /// An empty response arrived.
        case didReceiveEmptyData

        /// A response with data arrived.
        case didReceiveData
    }

    /// Work that runs while loaded content is on the screen.
    public enum Activity: Hashable, Sendable {
        /// A request for fresh content is in progress.
        case refresh
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.empty, .didTriggerRefresh), (.data, .didTriggerRefresh): self = .refresh
        case (.empty, .didReceiveEmptyData), (.empty, .didReceiveData): throw .invalid
        case (.data, .didReceiveEmptyData), (.data, .didReceiveData): throw .invalid

        // A refresh is already in progress, and its response also serves this request.
        case (.refresh, .didTriggerRefresh): break
        case (.refresh, .didReceiveEmptyData): self = .empty
        case (.refresh, .didReceiveData): self = .data
        }
    }

    /// The request for fresh content, in the refresh state.
    public var activities: [Activity] {
        switch self {
        case .empty, .data: []
        case .refresh: [.refresh]
        }
    }
}

extension DataPresence: FiniteStateDefinition {
    /// The empty state and the state with data, because loading ends in one of them.
    public static var initialStates: [DataPresence] { [.empty, .data] }
}
