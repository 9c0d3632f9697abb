import StateMachineGraphs
import StateMachines

/// Random events, to be sent one after the other, some of them by hooks.
struct RandomPlan<Definition: FiniteStateDefinition>: Sendable {
    struct Item: Sendable {
        let event: Definition.Event

        /// Whether a hook sends it, when it is notified of the item before.
        let isFromHook: Bool
    }

    let initial: Definition
    var items: [Item]

    /// Walks along random sample events.
    init?(steps: Int, using random: inout some RandomNumberGenerator) {
        guard let initial = Definition.initialStates.randomElement(using: &random) else { return nil }
        self.initial = initial
        items = []
        var state = initial
        for _ in 0..<steps {
            guard let event = state.sampleEvents.randomElement(using: &random) else { break }
            items.append(Item(event: event, isFromHook: Int.random(in: 0..<4, using: &random) == 0))
            state = TraceStep(from: state, event: event).after
        }
        if items.isEmpty && steps > 0 { return nil }
    }

    var trace: Trace<Definition> { Trace(from: initial, events: items.map(\.event)) }

    /// A shorter plan that is still broken: parts are left out, ever smaller ones, down to one event.
    func shrunk(while isBroken: (RandomPlan) -> Bool) -> RandomPlan {
        var plan = self
        var size = max(1, plan.items.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < plan.items.count {
                var shorter = plan
                shorter.items.removeSubrange(start..<min(start + size, plan.items.count))
                if isBroken(shorter) {
                    plan = shorter
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1 && !hasShrunk { return plan }
            if !hasShrunk { size = max(1, size / 2) }
        }
    }
}
