import StateMachineGraphs
import StateMachines

extension RandomPlan {
    /// The first law that the definition, or a live machine, breaks with these events.
    func lawBroken() -> BrokenLaw? {
        var state = initial
        for item in items {
            if let broken = definitionLawBroken(in: state, by: item.event) { return broken }
            state = TraceStep(from: state, event: item.event).after
        }
        let trial = MachineTrial(self)
        // The hooks do not keep it.
        return withExtendedLifetime(trial) { trial.lawBroken() }
    }
}

/// Sends the events of a plan to a live machine, and watches its hooks.
private final class MachineTrial<Definition: FiniteStateDefinition> {
    private let items: [RandomPlan<Definition>.Item]
    private let expected: [TraceStep<Definition>]
    private let machine: StateMachine<Definition>
    private var activities = ActivityMonitor<Definition.Activity>()
    private var queue: EventMonitor
    private var nextItem = 0
    private var difference: BrokenLaw?

    init(_ plan: RandomPlan<Definition>) {
        items = plan.items
        expected = plan.trace.steps
        queue = EventMonitor(expecting: expected.map { "\(ValueName(of: $0.event))" })
        machine = StateMachine(plan.initial)
    }

    func lawBroken() -> BrokenLaw? {
        machine.onActivityExit { [weak self] in
            self?.activities.exit($0)
            self?.sendFromHook()
        }
        machine.onActivityEntry { [weak self] in
            self?.activities.enter($0)
            self?.sendFromHook()
        }
        machine.onTransition { [weak self] _ in self?.sendFromHook() }
        machine.onRejection { [weak self] _ in self?.sendFromHook() }
        machine.onStep { [weak self] in self?.compare($0) }
        machine.start()
        activities.settle(machine.activities)
        while nextItem < items.count {
            nextItem += 1
            machine.send(items[nextItem - 1].event)
        }
        queue.end()
        machine.stop()
        activities.end(machine.activities)
        return activities.broken.first ?? queue.broken.first ?? difference
    }

    /// Sends what is to be sent while a transition is in progress: it has to wait.
    private func sendFromHook() {
        while nextItem < items.count, nextItem > 0, items[nextItem].isFromHook {
            let event = items[nextItem].event
            nextItem += 1
            let before = machine.state
            let isWaiting =
                switch machine.send(event) {
                case .enqueued: true
                case .handled, .rejected, .dropped: false
                }
            queue.sendFromHook("\(ValueName(of: event))", isWaiting: isWaiting, hasMoved: machine.state != before)
        }
    }

    private func compare(_ step: TraceStep<Definition>) {
        activities.settle(machine.activities)
        guard let place = queue.handle("\(ValueName(of: step.event))"), difference == nil else { return }
        difference = step.difference(from: expected[place]).map { BrokenLaw(.machineFollowsDefinition, $0) }
    }
}

extension TraceStep where Definition: Equatable {
    /// What is different from another step with the same event, in a sentence.
    func difference(from expected: TraceStep) -> String? {
        if isHandled != expected.isHandled || after != expected.after {
            return "It does \(self), and the definition \(expected)."
        }
        if let (own, expected) = outcome.outputDifference(from: expected.outcome) {
            return "\(self): it returns \(own), and the definition \(expected)."
        }
        if exited != expected.exited || entered != expected.entered {
            return """
                \(self): it has \(activitiesText(exited: exited, entered: entered)), and the definition \
                \(activitiesText(exited: expected.exited, entered: expected.entered)).
                """
        }
        return nil
    }
}
