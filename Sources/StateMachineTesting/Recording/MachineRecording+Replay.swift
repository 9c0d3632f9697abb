import StateMachineGraphs
public import StateMachines

extension MachineRecording where Definition: Equatable {
    /// Runs the events on the present definition, and compares outcomes, states and activities with the recorded ones.
    ///
    /// Activities are compared by their names.
    ///
    /// - Throws: A ``TraceDivergence`` at the first difference, also where an entry does not begin where the one before it ends.
    public func replay() throws(TraceDivergence<Definition>) {
        guard let initial = entries.first?.state else { return }
        var comparison = StepComparison(of: "The definition of today", from: initial) { (state: Definition) in state }
        var state = initial
        for entry in entries {
            try check(entry, goesOnFrom: state, comparison)
            let step = TraceStep(from: state, event: entry.event)
            state = step.after
            comparison.expect(entry.expectation)
            try comparison.compare(step.isHandled ? .handled : .rejected, step.after)
            let today = Entry(step)
            if (today.exited, today.entered) != (entry.exited, entry.entered) {
                throw comparison.divergence(
                    """
                    expected: \(activityNamesText(exited: entry.exited, entered: entry.entered))
                    but was:  \(activityNamesText(exited: today.exited, entered: today.entered))
                    """
                )
            }
        }
    }

    /// Runs the events on a system, and compares its state with those that were recorded.
    ///
    /// - Parameters:
    ///   - system: A system in the state in which the recording begins.
    ///   - limit: How long it may take for each event.
    ///   - clock: The clock that measures this limit.
    /// - Throws: A ``TraceDivergence`` at the first difference, also when the system throws an error or takes too long.
    public nonisolated(nonsending) func replay<System: SystemUnderTest>(
        on system: System,
        limit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws where System.Event == Definition.Event, System.Observed == Definition {
        guard let initial = entries.first?.state else { return }
        let comparison = StepComparison(from: initial) { (state: Definition) in state }
        var run = SystemRun(system, limit, clock, comparison)
        try await run.begin()
        var state = initial
        for entry in entries {
            try check(entry, goesOnFrom: state, run.comparison)
            try await run.take(entry.expectation)
            state = entry.after
        }
    }

    private func check(
        _ entry: Entry,
        goesOnFrom state: Definition,
        _ comparison: StepComparison<Definition, Definition>
    ) throws(TraceDivergence<Definition>) {
        guard entry.state != state else { return }
        let (expected, actual) = texts(entry.state, state)
        throw comparison.divergence("The recording goes on in another state: \(expected) instead of \(actual)")
    }
}
