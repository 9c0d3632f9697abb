import StateMachineGraphs
import StateMachines

/// A check of the laws on a live machine, event by event.
final class LiveChecks<Definition: StateDefinition & Equatable> {
    var monitor: ActivityMonitor<Definition.Activity>
    private var hashes = HashMonitor<Definition.Activity>()
    private var state: Definition
    private let report: (LawViolation<Definition>) -> Void

    init(of machine: StateMachine<Definition>, _ report: @escaping (LawViolation<Definition>) -> Void) {
        state = machine.state
        let activities = machine.activities
        monitor = ActivityMonitor(ongoing: activities)
        // One activity has one hash value, so the initial activities break the law only if two of
        // them are equal, and the machine lists equal activities once.
        _ = hashes.lawBroken(by: activities)
        self.report = report
    }

    func check(_ step: TraceStep<Definition>, activities: [Definition.Activity]) {
        var broken: [BrokenLaw] = []
        let before = state
        state = step.after
        if !step.isHandled, !areSame(step.after, before) {
            let (old, new) = texts(before, step.after)
            broken.append(
                BrokenLaw(
                    .rejectionChangesNothing,
                    "\(old) rejects \(ValueName(of: step.event)) but becomes \(new)."
                )
            )
        } else if let detail = step.difference(from: TraceStep(from: before, event: step.event)) {
            broken.append(BrokenLaw(.machineFollowsDefinition, detail))
        }
        if let law = visitLawBroken(in: step.after) { broken.append(law) }
        if let law = hashes.lawBroken(by: activities) { broken.append(law) }
        monitor.settle(activities)
        for law in broken + monitor.takeBroken() {
            report(LawViolation(law, Trace(from: before, events: [step.event])))
        }
    }
}
