import StateMachineGraphs
public import StateMachines

/// The inspection of a machine, which ends when the machine is released or when you cancel it.
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
                // These predicates hold from the start of the machine to its stop.
                machine.onEntry(where: { _ in true }) { [weak machine] in feed.started(machine?.activities ?? []) },
                machine.onExit(where: { _ in true }) { feed.stopped() },
                machine.onDrop { [weak machine] event, reason in
                    if let state = machine?.stateUntracked { feed.dropped(event, because: reason, in: state) }
                },
                machine.onStep { feed.took($0) },
            ]
        )
        // The watch adds its hook last, so each entry precedes the violation that it causes. The
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
