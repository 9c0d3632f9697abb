import StateMachineGraphs
public import StateMachines

/// The inspection of a machine, which ends with the machine, or when it is cancelled.
public struct MachineInspection<Definition: StateDefinition> {
    private let token: StateMachine<Definition>.HookToken
    private let watch: PropertyWatch<Definition>?

    init(
        of machine: StateMachine<Definition>,
        _ name: String,
        watching properties: [MachineProperty<Definition>],
        _ feed: MachineFeed<Definition>
    ) {
        token = StateMachine.HookToken(
            joining: [
                // These predicates hold from the start to the stop.
                machine.onEntry(where: { _ in true }) { [weak machine] in feed.started(machine?.activities ?? []) },
                machine.onExit(where: { _ in true }) { feed.stopped() },
                machine.onDrop { [weak machine] event, reason in
                    if let state = machine?.stateUntracked { feed.dropped(event, because: reason, in: state) }
                },
                machine.onStep { feed.took($0) },
            ]
        )
        // Its hook comes behind, so that an entry stands before the property that it breaks. The
        // watch may outlive the machine.
        watch = properties.isEmpty ? nil : machine.watch(properties) { [weak feed] in feed?.broke($0) }
        feed.began(machine, name, watching: properties, watch)
    }

    /// Ends the inspection.
    public func cancel() {
        token.cancel()
        watch?.cancel()
    }
}
