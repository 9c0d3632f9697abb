package import StateMachineGraphs
package import StateMachines

/// Hooks by which a sink learns what happens in a machine.
package struct FeedHooks<Definition: StateDefinition> {
    private let token: StateMachine<Definition>.HookToken
    private let watch: PropertyWatch<Definition>?

    /// Begins to tell a sink about a machine.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - name: The machine's name for people.
    ///   - sink: The sink.
    ///   - number: The machine's number in the sink.
    ///   - properties: The properties to watch.
    ///   - accepts: The kinds of events that the machine accepts from a page.
    ///   - redaction: Information that may leave the process.
    ///   - onState: A closure that receives the state after each event.
    package init(
        of machine: StateMachine<Definition>,
        _ name: String,
        to sink: any RecordSink,
        numbered number: Int,
        watching properties: [MachineProperty<Definition>],
        accepting accepts: [String] = [],
        redacting redaction: MachineRedaction,
        onState: @escaping (Definition) -> Void = { _ in }
    ) {
        let feed = MachineFeed(of: machine, to: sink, numbered: number, redacting: redaction, onState: onState)
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
        feed.began(machine, name, accepting: accepts, watching: properties, watch)
    }

    /// Ends the hooks.
    package func cancel() {
        token.cancel()
        watch?.cancel()
    }
}
