import StateMachineGraphs
import StateMachines

/// A sequence of random events, some of which are sent by hooks.
struct RandomPlan<Definition: FiniteStateDefinition>: Sendable {
    struct Item: Sendable {
        let event: Definition.Event

        /// Whether a hook sends the event when the hook is notified of the previous item.
        let isFromHook: Bool
    }

    let initial: Definition
    var items: [Item]

    /// Creates a plan from a random walk along sample events.
    init?(steps: Int, using random: inout some RandomNumberGenerator) {
        guard let initial = Definition.initialStates.randomElement(using: &random) else { return nil }
        self.initial = initial
        items = []
        var state = initial
        for _ in 0..<max(steps, 0) {
            guard let event = state.sampleEvents.randomElement(using: &random) else { break }
            items.append(Item(event: event, isFromHook: Int.random(in: 0..<4, using: &random) == 0))
            state = TraceStep(from: state, event: event).after
        }
        if items.isEmpty && steps > 0 { return nil }
    }

    var trace: Trace<Definition> { Trace(from: initial, events: items.map(\.event)) }

    /// Returns a plan with fewer events that also violates a law.
    ///
    /// Each event is a sample event of its state, and no single event can be left out.
    nonisolated(nonsending) func shrunk(while isBroken: (RandomPlan) -> Bool) async -> RandomPlan {
        let samples = SampleMembership<Definition>()
        var plan = self
        plan.items = await deltaDebugged(items) { items, _ in
            var shorter = self
            shorter.items = items
            return samples.containsEvents(of: shorter.trace) && isBroken(shorter) ? .fails(items.count) : .passes
        }
        return plan
    }
}
