import StateMachineGraphs
public import StateMachines

/// The inspection of a machine, which ends when the machine is released or when you cancel it.
public struct MachineInspection<Definition: StateDefinition> {
    /// The machine as a sender of events.
    ///
    /// Pass the source to the work of the machine's activities, which may send events to other
    /// machines.
    public let source: InspectionSource

    private let token: StateMachine<Definition>.HookToken
    private let watch: PropertyWatch<Definition>?

    init(
        of machine: StateMachine<Definition>,
        _ name: String,
        watching properties: [MachineProperty<Definition>],
        _ feed: MachineFeed<Definition>
    ) {
        source = feed.source
        token = StateMachine.HookToken(
            joining: [
                // These predicates hold from the start of the machine to its stop.
                machine.onEntry(where: { _ in true }) { [weak machine] in feed.started(machine?.activities ?? []) },
                // The machine evaluates this predicate when it begins to call its hooks. State exit
                // hooks run in reverse order of registration, so later ones are called before it.
                machine.onExit(where: { _ in
                    feed.turnBegan()
                    return true
                }) { feed.stopped() },
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
