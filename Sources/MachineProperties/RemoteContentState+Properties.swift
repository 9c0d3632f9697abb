public import RemoteContentMachine
public import StateMachineGraphs
import StateMachines

extension RemoteContentState {
    /// What is promised of remote content.
    public static let properties: [MachineProperty<RemoteContentState>] = [
        .always("content is on the screen exactly while it is loaded") { state in
            state.activities.contains(.content) == (state.presence != nil)
        },
        .everyTransition("a refresh keeps the content on the screen") { step in
            step.event != .didTriggerReload || step.before == .error || !step.exited.contains(.content)
        },
        .always("one request at most is under way") { state in
            state.activities.count { $0 == .fetch || $0 == .dataPresence(.refresh) } == (state.isLoading ? 1 : 0)
        },
        .activity(.dataPresence(.refresh), onlyDuring: .content),
        .everyTransition("an answer is taken only while it is awaited") {
            $0.event == .didTriggerReload || $0.before.isLoading
        },
        .everyEvent("whatever is not loading for the first time can be loaded again") {
            $0.event != .didTriggerReload || $0.isHandled == ($0.before != .loading)
        },
        .alwaysPossible("data can be had") { $0 == .loaded(.data) },
        .leadsTo(
            "loading comes to an end",
            from: \.isLoading,
            to: { !$0.isLoading },
            assuming: [.weak("the server answers") { $0 != .didTriggerReload }]
        ),
    ]
}

extension DataPresence {
    /// What is promised of content that is there.
    public static let properties: [MachineProperty<DataPresence>] = [
        .always("a refresh is under way exactly in its state") { $0.activities == ($0 == .refresh ? [.refresh] : []) },
        .everyEvent("a refresh can be asked for everywhere") { $0.event != .didTriggerRefresh || $0.isHandled },
        .alwaysPossible("data can be had") { $0 == .data },
        .leadsTo(
            "a refresh comes to an end",
            from: { $0 == .refresh },
            to: { $0 != .refresh },
            assuming: [.weak("the server answers") { $0 != .didTriggerRefresh }]
        ),
    ]
}

extension FlatRemoteContentState {
    /// What is promised of remote content without a child, and that its data is its end.
    public static let properties: [MachineProperty<FlatRemoteContentState>] = [
        .everyTransition("an answer is taken only while it is awaited") {
            $0.event == .didTriggerReload || $0.before == .loading
        },
        .everyEvent("nothing leads out of data") { $0.before != .data || !$0.isHandled },
        .alwaysPossible("data can be had") { $0 == .data },
        .leadsTo("loading comes to an end", from: { $0 == .loading }, to: { $0 != .loading }),
    ]
}
