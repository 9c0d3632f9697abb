public import RemoteContentMachine
public import StateMachineGraphs
import StateMachines

extension RemoteContentState {
    /// The properties of remote content.
    public static let properties: [MachineProperty<RemoteContentState>] = [
        .always("content is shown exactly when it is loaded") { state in
            state.activities.contains(.content) == (state.presence != nil)
        },
        .everyTransition("the content stays on the screen during a refresh") { step in
            step.event != .didTriggerReload || step.before == .error || !step.exited.contains(.content)
        },
        .always("at most one request runs at a time") { state in
            state.activities.count { $0 == .fetch || $0 == .dataPresence(.refresh) } == (state.isLoading ? 1 : 0)
        },
        .activity(.dataPresence(.refresh), onlyDuring: .content),
        .everyTransition("a response is handled only during loading") {
            $0.event == .didTriggerReload || $0.before.isLoading
        },
        .everyEvent("content can be reloaded in every state except the first loading") {
            $0.event != .didTriggerReload || $0.isHandled == ($0.before != .loading)
        },
        .alwaysPossible("data can be loaded") { $0 == .loaded(.data) },
        .leadsTo(
            "loading ends",
            from: \.isLoading,
            to: { !$0.isLoading },
            assuming: [.weak("the server responds") { $0 != .didTriggerReload }]
        ),
    ]
}

extension DataPresence {
    /// The properties of loaded content.
    public static let properties: [MachineProperty<DataPresence>] = [
        .always("a refresh runs exactly when the state is refresh") {
            $0.activities == ($0 == .refresh ? [.refresh] : [])
        },
        .everyEvent("every state handles a refresh") { $0.event != .didTriggerRefresh || $0.isHandled },
        .alwaysPossible("data can be loaded") { $0 == .data },
        .leadsTo(
            "a refresh ends",
            from: { $0 == .refresh },
            to: { $0 != .refresh },
            assuming: [.weak("the server responds") { $0 != .didTriggerRefresh }]
        ),
    ]
}

extension FlatRemoteContentState {
    /// The properties of remote content without a child machine.
    ///
    /// No event leads out of `data`.
    public static let properties: [MachineProperty<FlatRemoteContentState>] = [
        .everyTransition("a response is handled only during loading") {
            $0.event == .didTriggerReload || $0.before == .loading
        },
        .everyEvent("no event leads out of data") { $0.before != .data || !$0.isHandled },
        .alwaysPossible("data can be loaded") { $0 == .data },
        .leadsTo("loading ends", from: { $0 == .loading }, to: { $0 != .loading }),
    ]
}
