import RemoteContentMachine
import StateMachineExampleSupport
import StateMachines

/// A transition as a line of text.
///
/// An example is `loading ─ didReceiveData(3) → loaded(data)  -fetch  +content`.
extension TransitionLine {
    typealias Machine = StateMachine<RemoteContentState>

    /// The width of the longest transition.
    private static let column = 54

    static func text(startingIn state: RemoteContentState, entering activities: [RemoteContentState.Activity]) -> String
    {
        text(startingIn: name(of: state), entered: activities.map(name(of:)), column: column)
    }

    /// Returns the line for a transition.
    ///
    /// - Parameter count: The number of entries after the transition.
    static func text(
        from old: RemoteContentState,
        _ transition: Machine.Transition,
        to new: RemoteContentState,
        count: Int
    ) -> String {
        let event =
            switch transition.event {
            case .didReceiveData: "\(transition.event)(\(count))"
            case .didReceiveError, .didTriggerReload, .didReceiveEmptyData: "\(transition.event)"
            }
        return text(
            from: name(of: old),
            on: event,
            to: name(of: new),
            exited: transition.exited.map(name(of:)),
            entered: transition.entered.map(name(of:)),
            column: column
        )
    }

    static func text(_ rejection: InvalidTransition<RemoteContentState>) -> String {
        self.rejection(of: "\(rejection.event)", in: name(of: rejection.state))
    }

    private static func name(of state: RemoteContentState) -> String {
        switch state {
        case .loading: "loading"
        case .loaded(let presence): "loaded(\(presence))"
        case .error: "error"
        }
    }

    private static func name(of activity: RemoteContentState.Activity) -> String {
        switch activity {
        case .fetch: "fetch"
        case .content: "content"
        case .dataPresence(.refresh): "refresh"
        }
    }
}
