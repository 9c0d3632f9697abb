import StateMachineGraphs
public import StateMachines

extension MachineRecording where Definition: Equatable {
    /// Runs the events on the present definition, and compares outcomes, states and activities with
    /// the recorded ones.
    ///
    /// Activities are compared by their names. Dropped events are not run, since they never reached
    /// the state. Times are not compared.
    ///
    /// - Throws: A ``TraceDivergence`` at the first difference, also where an entry does not begin
    ///   where the one before it ends, and where an event was dropped in a state that the machine
    ///   was not in.
    public func replay() throws(TraceDivergence<Definition>) {
        guard let initial = steps.first?.entry.state else { return }
        var comparison = StepComparison(of: "The definition of today", from: initial) { (state: Definition) in state }
        var state = initial
        for (entry, dropped) in steps {
            try check(entry, after: dropped, goesOnFrom: state, comparison)
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
    /// Dropped events are not run.
    ///
    /// - Parameters:
    ///   - system: A system in the state in which the recording begins.
    ///   - timeLimit: How long it may take for each event.
    ///   - clock: The clock that measures this limit.
    /// - Throws: A ``TraceDivergence`` at the first difference, also when the system throws an
    ///   error or takes too long.
    public nonisolated(nonsending) func replay<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws where System.Event == Definition.Event, System.Observed == Definition {
        guard let initial = steps.first?.entry.state else { return }
        let comparison = StepComparison(from: initial) { (state: Definition) in state }
        var run = SystemRun(system, timeLimit, clock, comparison)
        try await run.begin()
        var state = initial
        for (entry, dropped) in steps {
            try check(entry, after: dropped, goesOnFrom: state, run.comparison)
            try await run.take(entry.expectation)
            state = entry.after
        }
    }

    /// The handled and rejected events, each with those that were dropped since the one before.
    ///
    /// What was dropped after the last one is left out.
    private var steps: [(entry: Entry, dropped: [Entry])] {
        var steps: [(entry: Entry, dropped: [Entry])] = []
        var dropped: [Entry] = []
        for entry in entries {
            if entry.isDropped {
                dropped.append(entry)
            } else {
                steps.append((entry, dropped))
                dropped = []
            }
        }
        return steps
    }

    private func check(
        _ entry: Entry,
        after dropped: [Entry],
        goesOnFrom state: Definition,
        _ comparison: StepComparison<Definition, Definition>
    ) throws(TraceDivergence<Definition>) {
        if entry.state != state {
            let (expected, actual) = texts(entry.state, state)
            throw comparison.divergence("The recording goes on in another state: \(expected) instead of \(actual)")
        }
        // What a hook sends is dropped in the new state already, and recorded before the event that
        // the hook was called for.
        for drop in dropped where drop.state != entry.state && drop.state != entry.after {
            let (expected, actual) = texts(drop.state, state)
            throw comparison.divergence(
                "The recording drops \(ValueName(of: drop.event)) in another state: \(expected) instead of \(actual)"
            )
        }
    }
}
