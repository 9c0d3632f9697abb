public import StateMachines

/// What is there of content that has been loaded: the child machine of ``RemoteContentState``.
public enum DataPresence: StateDefinition, Hashable, CaseIterable {
    /// The last answer had nothing in it.
    case empty

    /// The last answer had something in it.
    case data

    /// A new answer is awaited; the content of the last one stays on the screen.
    case refresh

    /// What the user does, and what arrives.
    public enum Event: Hashable, Sendable, CaseIterable {
        /// The user asks for fresh content.
        case didTriggerRefresh

        /// An answer with nothing in it arrived.
        case didReceiveEmptyData

        /// An answer with something in it arrived.
        case didReceiveData
    }

    /// What goes on while content is loaded.
    public enum Activity: Hashable, Sendable {
        /// Fresh content is being fetched.
        case refresh
    }

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.empty, .didTriggerRefresh), (.data, .didTriggerRefresh): self = .refresh
        case (.empty, .didReceiveEmptyData), (.empty, .didReceiveData): throw .invalid
        case (.data, .didReceiveEmptyData), (.data, .didReceiveData): throw .invalid

        // A second request while one is under way: the answer to the first will do.
        case (.refresh, .didTriggerRefresh): break
        case (.refresh, .didReceiveEmptyData): self = .empty
        case (.refresh, .didReceiveData): self = .data
        }
    }

    /// The fetching of fresh content, while it goes on.
    public var activities: [Activity] {
        switch self {
        case .empty, .data: []
        case .refresh: [.refresh]
        }
    }
}

extension DataPresence: FiniteStateDefinition {
    /// Content is there or it is not, once it has been loaded.
    public static var initialStates: [DataPresence] { [.empty, .data] }
}
