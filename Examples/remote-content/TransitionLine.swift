import RemoteContentMachine
import StateMachines
import ExampleSupport

/// One transition as a line of text: `loading ─ didReceiveData(3) → loaded(data)  -fetch  +content`.
enum TransitionLine {
    typealias Machine = StateMachine<RemoteContentState>

    /// The way into the first state.
    static func text(startingIn state: RemoteContentState, entering activities: [RemoteContentState.Activity]) -> String
    {
        line("● → \(name(of: state))", changes: activities.map { "+\(name(of: $0))" })
    }

    /// - Parameter count: How many entries there are after the transition.
    static func text(
        from old: RemoteContentState,
        _ transition: Machine.Transition,
        to new: RemoteContentState,
        count: Int
    ) -> String {
        let changes = transition.exited.map { "-\(name(of: $0))" } + transition.entered.map { "+\(name(of: $0))" }
        let event =
            switch transition.event {
            case .didReceiveData: "\(transition.event)(\(count))"
            case .didReceiveError, .didTriggerReload, .didReceiveEmptyData: "\(transition.event)"
            }
        return line("\(name(of: old)) ─ \(event) → \(name(of: new))", changes: changes)
    }

    static func text(_ rejection: InvalidTransition<RemoteContentState>) -> String {
        "\(name(of: rejection.state)) does not handle \(rejection.event)"
    }

    private static func line(_ move: String, changes: [String]) -> String {
        ([move.padded(to: changes.isEmpty ? 0 : 54)] + changes).joined(separator: "  ")
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
