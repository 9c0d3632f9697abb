public import StateMachineGraphs
public import StateMachines

extension Trace where Definition: Equatable {
    /// Runs the events on a live machine and compares the results with the trace.
    ///
    /// Each step's outcome, output and state are compared, as are the exited and entered
    /// activities.
    ///
    /// ```swift
    /// let machine = StateMachine(Door.closed)
    /// try trace.run(on: machine)
    /// ```
    ///
    /// Hooks of the machine must not send events, because these would change the machine's state
    /// but not the trace's.
    ///
    /// - Parameters:
    ///   - machine: A machine in the initial state of the trace. If you have not started it, this
    ///     method starts it.
    ///   - onStep: A closure that is called after each matching step.
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
                throw comparison.divergence("The machine dropped the event: \(error)")
            }
            try comparison.compare(acceptance, machine.state)
            if case .handled(let output) = outcome { try compare(.handled(output), with: step, comparison) }
            if !areSame(change.exited, step.exited) || !areSame(change.entered, step.entered) {
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

    /// Runs the events on a definition and compares the results with the trace.
    ///
    /// A trace contains the results of an earlier run. If this run gives other results, the
    /// definition is nondeterministic, or the run begins in another state.
    ///
    /// - Parameters:
    ///   - definition: A value of the definition, which is the state in which the run begins.
    ///   - onStep: A closure that is called after each matching step.
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
            let acceptance: SystemOutcome
            let outcome: TraceStep<Definition>.Outcome
            do throws(Definition.Rejection) {
                outcome = .handled(try state.handleEvent(step.event))
                acceptance = .handled
            } catch {
                outcome = .rejected(error)
                acceptance = .rejected(because: error)
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
