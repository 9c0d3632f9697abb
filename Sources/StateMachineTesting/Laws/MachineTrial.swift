import StateMachineGraphs
import StateMachines

/// A trial that sends a plan's events to a live machine and watches its hooks.
final class MachineTrial<Definition: FiniteStateDefinition> {
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

    /// Sends the events that the plan assigns to hooks; the machine must enqueue them.
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
            let hasMoved = !areSame(machine.state, before)
            queue.sendFromHook("\(ValueName(of: event))", isWaiting: isWaiting, hasMoved: hasMoved)
        }
    }

    private func compare(_ step: TraceStep<Definition>) {
        activities.settle(machine.activities)
        guard let index = queue.handle("\(ValueName(of: step.event))"), difference == nil else { return }
        difference = step.difference(from: expected[index]).map { BrokenLaw(.machineFollowsDefinition, $0) }
    }
}
