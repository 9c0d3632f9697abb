import StateMachineGraphs
public import StateMachineRecording
public import StateMachines

extension MachineRecording where Definition: Equatable {
    /// Runs the events on the current definition and compares the results with the recording.
    ///
    /// Outcomes, states, the reasons of rejections as text and the names of activities are
    /// compared, but not times. Dropped events are not run, because the state was never offered
    /// these events.
    ///
    /// - Throws: A ``TraceDivergence`` at the first difference, or if the entries do not form one
    ///   sequence, in which each entry begins in the state in which the previous entry ends.
    ///   Because a drop may have been reported late, the entry of a dropped event can contain
    ///   either the state before the next event or the state after the next event.
    public func replay() throws(TraceDivergence<Definition>) {
        guard let initial = steps.first?.entry.state else { return }
        var comparison = StepComparison(of: "The current definition", from: initial) { (state: Definition) in state }
        var state = initial
        for (entry, dropped) in steps {
            try check(entry, after: dropped, goesOnFrom: state, comparison)
            let step = TraceStep(from: state, event: entry.event)
            state = step.after
            comparison.expect(entry.expectation)
            try comparison.compare(step.isHandled ? .handled : .rejected, step.after)
            let today = Entry(step, time: nil, naming: redaction.text)
            // An older line contains no reason.
            if let reason = entry.rejection, reason != today.rejection {
                throw comparison.divergence(
                    "expected: rejected: \(reason)\nbut was:  rejected: \(today.rejection ?? "no reason")"
                )
            }
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

    /// Runs the events on a system and compares its outcomes and states with the recording.
    ///
    /// Dropped events are not run.
    ///
    /// - Parameters:
    ///   - system: A system in the first state of the recording.
    ///   - timeLimit: How long the system may take for each event.
    ///   - clock: A clock that measures the time limit.
    /// - Throws: A ``TraceRunError`` at the first difference, if the system throws an error or
    ///   takes too long, or if the task is cancelled.
    public nonisolated(nonsending) func replay<System: SystemUnderTest>(
        on system: System,
        timeLimit: Duration = .seconds(30),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(TraceRunError<Definition>)
    where System.Event == Definition.Event, System.Observed == Definition {
        guard let initial = steps.first?.entry.state else { return }
        let comparison = StepComparison(from: initial) { (state: Definition) in state }
        var run = SideBySideRun(system, timeLimit, clock, comparison)
        try await run.begin()
        var state = initial
        for (entry, dropped) in steps {
            try TraceRunError.orDivergence { () throws(TraceDivergence<Definition>) in
                try check(entry, after: dropped, goesOnFrom: state, run.comparison)
            }
            try await run.take(entry.expectation)
            state = entry.after
        }
    }

    /// Entries of handled and rejected events, each with the entries of the events that were
    /// dropped since the previous one.
    ///
    /// Events that were dropped after the last handled or rejected event are left out.
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
        if !areSame(entry.state, state) {
            let (expected, actual) = texts(entry.state, state)
            throw comparison.divergence("The recording continues in another state: \(expected) instead of \(actual)")
        }
        // An event from a hook is dropped when the machine is already in the new state, and its
        // entry comes before the entry of the event that the hook was called for.
        for drop in dropped where !areSame(drop.state, entry.state) && !areSame(drop.state, entry.after) {
            let (expected, actual) = texts(drop.state, state)
            throw comparison.divergence(
                "The recording drops \(ValueName(of: drop.event)) in another state: \(expected) instead of \(actual)"
            )
        }
    }
}

extension MachineRecording.Entry {
    /// The entry as the expected result of its event.
    fileprivate var expectation: Expectation<Definition> {
        Expectation(event: event, rejection: nil, isHandled: isHandled, after: after)
    }
}
