public import StateMachines

/// Remote content without a nested machine: every reload starts from an empty screen.
///
/// ``RemoteContentState`` extends it. It handles every event that this one handles, in the
/// corresponding state, and does the same, with one difference: where this one goes from ``empty``
/// back to ``loading``, the nested one refreshes in place.
public enum FlatRemoteContentState: StateDefinition, Hashable, CaseIterable {
    /// An answer is awaited. The machine begins here.
    case loading

    /// An answer with something in it arrived. Nothing leads out of this state.
    case data

    /// The request failed.
    case error

    /// An answer with nothing in it arrived.
    case empty

    /// What the user does, and what arrives: the same as for the nested machine.
    public typealias Event = RemoteContentState.Event

    /// Moves to the next state.
    ///
    /// - Throws: `TransitionError.invalid` when the event is not handled in this state.
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
    /// Content begins with its first request.
    public static var initialStates: [FlatRemoteContentState] { [.loading] }
}
