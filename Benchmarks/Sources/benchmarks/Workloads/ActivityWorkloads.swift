import StateMachines

extension Workload {
    /// A parent and a child with activities: those that stay, and those that change with each
    /// event.
    static func activities(_ amount: Amount) -> [Workload] {
        let query = "cats and dogs, asleep in the sun"
        return [
            light(amount),
            activity("activities that stay, with a string", amount, from: .loading(query: query), [.progress]),
            activity("activities that stay, nested", amount, from: .loaded(.shown), [.progress]),
            activity("activities that change in the child", amount, from: .loaded(.shown), [.refresh, .finished]),
            activity("activities that change in parent and child", amount, from: .loaded(.shown), [.reset, .finished]),
        ]
    }

    private static func light(_ amount: Amount) -> Workload {
        let events = Array(repeating: Light.Event.turn, count: amount.events)
        return activity("activities, one exits, another is entered", amount, events, Light.red, PlainLight())
    }

    private static func activity(
        _ name: String,
        _ amount: Amount,
        from state: Content,
        _ cycle: [Content.Event]
    ) -> Workload {
        let events = (0..<amount.events).map { cycle[$0 % cycle.count] }
        var plain = PlainContent()
        if case .loaded = state { plain.state = .shown }
        return activity(name, amount, events, state, plain)
    }

    private static func activity<Definition: StateDefinition, Plain: PlainMachine>(
        _ name: String,
        _ amount: Amount,
        _ events: [Definition.Event],
        _ state: Definition,
        _ plain: Plain
    ) -> Workload where Plain.Event == Definition.Event {
        let passes = amount.passes
        return Workload(
            name: name,
            events: amount.total,
            contenders: [
                .plain(events, passes, plain),
                .definition(events, passes, state),
                .machine("StateMachine", events, passes, state),
                .machine("StateMachine, onEntry and onExit of activities", events, passes, state) { machine in
                    let counter = Counter()
                    machine.onActivityEntry { _ in counter.count += 1 }
                    machine.onActivityExit { _ in counter.count += 1 }
                },
                .machine("StateMachine, onTransition", events, passes, state) { machine in
                    let counter = Counter()
                    machine.onTransition { _ in counter.count += 1 }
                },
            ]
        )
    }
}
