public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a live machine, and compares outcome, output, state, and the activities exited and entered.
    ///
    /// ```swift
    /// let machine = StateMachine(Door.closed)
    /// try trace.run(on: machine)
    /// ```
    ///
    /// Hooks of the machine that send events themselves make a difference: the machine is further than the trace.
    ///
    /// - Parameters:
    ///   - machine: A machine in the trace's initial state, started or not.
    ///   - onStep: Called after each step that is as expected.
    /// - Throws: A ``Divergence`` at the first difference.
    public func run(
        on machine: StateMachine<Definition>,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) throws(Divergence<Definition>) {
        var comparison = StepComparison(of: "The machine", from: initial) { (state: Definition) in state }
        try comparison.begin(machine.state)
        var change: (exited: [Definition.Activity], entered: [Definition.Activity]) = ([], [])
        machine.start()
        let token = machine.onTransition { change = ($0.exited, $0.entered) }
        defer { token.cancel() }
        for step in steps {
            comparison.expect(Expectation(step))
            change = ([], [])
            let outcome = machine.send(step.event)
            let acceptance: Acceptance
            do throws(StateMachine<Definition>.DropReason) {
                acceptance = try Acceptance(outcome)
            } catch {
                throw comparison.divergence("It has dropped the event: \(error)")
            }
            try comparison.compare(acceptance, machine.state)
            if case .handled(let output) = outcome { try compare(.handled(output), with: step, comparison) }
            if change.exited != step.exited || change.entered != step.entered {
                throw comparison.divergence(
                    """
                    expected: \(activitiesText(exited: step.exited, entered: step.entered))
                    but was:  \(activitiesText(exited: change.exited, entered: change.entered))
                    """
                )
            }
            onStep(step)
        }
    }

    /// Runs the events on a definition, from the initial state: that of a trace that was written down, or made by another one.
    ///
    /// - Parameters:
    ///   - definition: The state to begin in.
    ///   - onStep: Called after each step that is as expected.
    /// - Throws: A ``Divergence`` at the first difference.
    public func run(
        on definition: Definition,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) throws(Divergence<Definition>) {
        var comparison = StepComparison(of: "This definition", from: initial) { (state: Definition) in state }
        try comparison.begin(definition)
        var state = definition
        for step in steps {
            comparison.expect(Expectation(step))
            var acceptance = Acceptance.handled
            var outcome = TraceStep<Definition>.Outcome.rejected
            do throws(TransitionError) {
                outcome = .handled(try state.handleEvent(step.event))
            } catch {
                acceptance = .rejected
            }
            try comparison.compare(acceptance, state)
            try compare(outcome, with: step, comparison)
            onStep(step)
        }
    }

    private func compare(
        _ outcome: TraceStep<Definition>.Outcome,
        with step: TraceStep<Definition>,
        _ comparison: StepComparison<Definition, Definition>
    ) throws(Divergence<Definition>) {
        guard let (expected, actual) = step.outcome.outputDifference(from: outcome) else { return }
        throw comparison.divergence("expected: output \(expected)\nbut was:  output \(actual)")
    }
}

/// Activities that end and begin: `exited [fetch], entered [content]`.
func activitiesText<Activity>(exited: [Activity], entered: [Activity]) -> String {
    activityNamesText(exited: exited.map { "\(ValueName(of: $0))" }, entered: entered.map { "\(ValueName(of: $0))" })
}

func activityNamesText(exited: [String], entered: [String]) -> String {
    "exited [\(exited.joined(separator: ", "))], entered [\(entered.joined(separator: ", "))]"
}

extension TraceStep.Outcome {
    /// The names of two outputs, if both are there and differ.
    func outputDifference(from other: Self) -> (String, String)? {
        guard case .handled(let expected) = self, case .handled(let actual) = other else { return nil }
        let names = (ValueName(of: expected), ValueName(of: actual))
        return names.0 == names.1 ? nil : texts(expected, actual)
    }
}
