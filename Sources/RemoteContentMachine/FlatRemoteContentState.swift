public import StateMachines

/// Remote content without a nested machine, where every reload begins with an empty screen.
///
/// ``RemoteContentState`` extends this machine: it handles each event that this machine handles, in
/// the corresponding state and with the corresponding result. The only exception is a reload in
/// ``empty``, for which this machine returns to ``loading``, while the nested one refreshes the
/// content in place.
public enum FlatRemoteContentState: StateDefinition, Hashable, CaseIterable {
    /// The first request or a reload is in progress.
    case loading

    /// A response with data arrived. No event leads out of this state.
    case data

    /// The request failed.
    case error

    /// An empty response arrived.
    case empty

    /// A user's action or a response, as in the nested machine.
    public typealias Event = RemoteContentState.Event

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.loading, .didReceiveError): self = .error
        case (.loading, .didReceiveEmptyData): self = .empty
        case (.loading, .didReceiveData): self = .data
        case (.loading, .didTriggerReload): throw .invalid

        case (.data, .didReceiveError), (.data, .didTriggerReload): throw .invalid
        case (.data, .didReceiveEmptyData), (.data, .didReceiveData): throw .invalid

        case (.error, .didTriggerReload): self = .loading
        case (.error, .didReceiveError), (.error, .didReceiveEmptyData), (.error, .didReceiveData): throw .invalid

        case (.empty, .didTriggerReload): self = .loading
        case (.empty, .didReceiveError), (.empty, .didReceiveEmptyData), (.empty, .didReceiveData): throw .invalid
        }
    }
}

extension FlatRemoteContentState: FiniteStateDefinition {
    /// The loading state, because the first request starts immediately.
    public static var initialStates: [FlatRemoteContentState] { [.loading] }
}
