import ImageSearchMachine
import StateMachines
import TerminalSupport

/// One transition as a line of text: `start ─ startSearch → searching  +editing`.
enum TransitionLine {
    typealias Machine = StateMachine<ImageSearchState>

    static func text(from old: ImageSearchState, _ transition: Machine.Transition, to new: ImageSearchState) -> String {
        let move = "\(name(of: old)) ─ \(name(of: transition.event)) → \(name(of: new))"
        let changes = transition.exited.map { "-\(name(of: $0))" } + transition.entered.map { "+\(name(of: $0))" }
        return ([move.padded(to: changes.isEmpty ? 0 : 52)] + changes).joined(separator: "  ")
    }

    static func text(_ rejection: InvalidTransition<ImageSearchState>) -> String {
        "\(name(of: rejection.state)) does not handle \(name(of: rejection.event))"
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

    private static func quoted(_ text: String) -> String {
        "\"\(String(text.prefix(50)).printable.truncated(to: 24))\""
    }
}
