public import StateMachineGraphs
public import StateMachines

extension StateMachine where Definition: Equatable {
    /// Checks with each event of a live machine that it obeys the laws, in a debug build of an app for instance.
    ///
    /// ```swift
    /// let checks = machine.checkLaws { violation in logger.error("\(violation)") }
    /// // …
    /// checks.cancel()
    /// ```
    ///
    /// Checked are those laws that hooks can see: that a rejected event changes nothing, that the machine does what the
    /// definition does when it is run once more, that its states visit what they list, and the order and the account of its
    /// activities. Each event then costs several copies of the state, and one more call of `handleEvent`, which has to be
    /// without effects, as it should.
    ///
    /// Begin it outside of hooks: a transition in progress is seen in part only.
    ///
    /// - Parameter report: Called with each violation, once everybody has heard of the event.
    /// - Returns: Tokens that end it.
    @discardableResult
    public func checkLaws(report: @escaping (LawViolation<Definition>) -> Void) -> HookTokens<Definition> {
        let checks = LiveChecks(of: self, report)
        return HookTokens(
            [
                onActivityExit { checks.monitor.exit($0) },
                onActivityEntry { checks.monitor.enter($0) },
                // At the start, if that is still to come: what is entered then does not belong to the first event.
                onEntry(where: { _ in true }) { [weak self] in checks.monitor.settle(self?.activities ?? []) },
            ],
            onStep { [weak self] in checks.check($0, activities: self?.activities ?? []) }
        )
    }
}

/// What is known about a live machine while it is checked.
private final class LiveChecks<Definition: StateDefinition & Equatable> {
    var monitor: ActivityMonitor<Definition.Activity>
    private var state: Definition
    private let report: (LawViolation<Definition>) -> Void

    init(of machine: StateMachine<Definition>, _ report: @escaping (LawViolation<Definition>) -> Void) {
        state = machine.state
        monitor = ActivityMonitor(ongoing: machine.activities)
        self.report = report
    }

    func check(_ step: TraceStep<Definition>, activities: [Definition.Activity]) {
        var broken: [BrokenLaw] = []
        let before = state
        state = step.after
        if !step.isHandled, step.after != before {
            let (old, new) = texts(before, step.after)
            broken.append(
                BrokenLaw(
                    .rejectionChangesNothing,
                    "\(old) rejects \(ValueName(of: step.event)), but has become \(new)."
                )
            )
        } else if let detail = step.difference(from: TraceStep(from: before, event: step.event)) {
            broken.append(BrokenLaw(.machineFollowsDefinition, detail))
        }
        if let law = visitLawBroken(in: step.after) { broken.append(law) }
        monitor.settle(activities)
        for law in broken + monitor.takeBroken() {
            report(LawViolation(law, Trace(from: before, events: [step.event])))
        }
    }
}
