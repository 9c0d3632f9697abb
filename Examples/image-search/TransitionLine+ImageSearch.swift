import ImageSearchMachine
import StateMachineExampleSupport
import StateMachines

extension TransitionLine {
    typealias Machine = StateMachine<ImageSearchState>

    static func text(from old: ImageSearchState, _ transition: Machine.Transition, to new: ImageSearchState) -> String {
        text(
            from: name(of: old),
            on: name(of: transition.event),
            to: name(of: new),
            exited: transition.exited.map(name(of:)),
            entered: transition.entered.map(name(of:))
        )
    }

    static func text(_ rejection: InvalidTransition<ImageSearchState>) -> String {
        self.rejection(
            of: name(of: rejection.event),
            in: name(of: rejection.state),
            because: StateMachines.text(of: rejection.reason)
        )
    }

    private static func name(of state: ImageSearchState) -> String {
        switch state {
        case .start: "start"
        case .searching: "searching"
        case .loading(let query): "loading(\(quoted(query)))"
        case .searchResults(let images): "searchResults(\(images.count))"
        case .error: "error"
        }
    }

    private static func name(of event: ImageSearchState.Event) -> String {
        switch event {
        case .startSearch: "startSearch"
        case .cancel: "cancel"
        case .search(let query): "search(\(quoted(query)))"
        case .success(let images): "success(\(images.count))"
        case .failure: "failure"
        }
    }

    private static func name(of activity: ImageSearchState.Activity) -> String {
        switch activity {
        case .editing: "editing"
        case .fetching(let query): "fetching(\(quoted(query)))"
        }
    }
}
