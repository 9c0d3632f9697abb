public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a live machine, and compares outcome, output, state, and the activities
    /// exited and entered.
    ///
    /// ```swift
    /// let machine = StateMachine(Door.closed)
    /// try trace.run(on: machine)
    /// ```
    ///
    /// If hooks of the machine send events, its state differs from that of the trace.
    ///
    /// - Parameters:
    ///   - machine: A machine in the trace's initial state, started or not.
    ///   - onStep: Called after each step that is as expected.
    /// - Throws: A ``TraceDivergence`` at the first difference.
    public func run(
        on machine: StateMachine<Definition>,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) throws(TraceDivergence<Definition>) {
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
            let acceptance: SystemOutcome
            do throws(StateMachine<Definition>.DropReason) {
                acceptance = try SystemOutcome(outcome)
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

    /// Runs the events on a definition.
    ///
    /// The trace may have been written down, or made by another definition.
    ///
    /// - Parameters:
    ///   - definition: The state to begin in.
    ///   - onStep: Called after each step that is as expected.
    /// - Throws: A ``TraceDivergence`` at the first difference.
    public func run(
        on definition: Definition,
        onStep: (TraceStep<Definition>) -> Void = { _ in }
    ) throws(TraceDivergence<Definition>) {
        var comparison = StepComparison(of: "This definition", from: initial) { (state: Definition) in state }
        try comparison.begin(definition)
        var state = definition
        for step in steps {
            comparison.expect(Expectation(step))
            var acceptance = SystemOutcome.handled
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
    ) throws(TraceDivergence<Definition>) {
        guard let (expected, actual) = step.outcome.outputDifference(from: outcome) else { return }
        throw comparison.divergence("expected: output \(expected)\nbut was:  output \(actual)")
    }
}
