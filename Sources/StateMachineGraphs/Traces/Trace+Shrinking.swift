import StateMachines

extension Trace {
    /// Returns a part of this trace that still fails and from which no single event can be removed.
    ///
    /// ```swift
    /// let short = await trace.shrunk { await !isRight(runningTheApp(along: $0)) }
    /// ```
    ///
    /// To create a shorter trace, this method runs the definition again with the remaining events.
    /// If this trace contains only sample events of its states, so does the result. For example, if
    /// the events send and receive messages, the result receives only messages that it has already
    /// sent. A trace that does not fail is returned unchanged. Although no single event of the
    /// result can be removed, it may be possible to remove several events together.
    ///
    /// If states are `Equatable`, cycles are removed first: paths from a state back to an equal
    /// state, which make up most of a random walk. After that, delta debugging (A. Zeller and R.
    /// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) removes smaller and
    /// smaller parts.
    ///
    /// If the task is cancelled or no attempts are left, this method returns the shortest failing
    /// trace that it has found.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of shorter traces to try.
    ///   - isFailing: A closure that returns whether a trace fails. It must always return one
    ///     result for one trace.
    /// - Returns: The shorter trace.
    /// - Complexity: O(*n*) attempts if each of the *n* events is needed, O(*k* log *n*) if *k* of
    ///   them are needed independently of each other, and O(*n*²) in the worst case. Each attempt
    ///   runs the events after the first removed event.
    public nonisolated(nonsending) func shrunk(
        attempts: Int = .max,
        isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        guard await isFailing(self) else { return self }
        var shrinking = TraceShrinking(self, attempts: attempts)
        await shrinking.leaveOutCycles(isFailing)
        await shrinking.leaveOutParts(isFailing)
        return shrinking.trace
    }
}

/// A failing trace that is being shortened.
private struct TraceShrinking<Definition: StateDefinition> {
    private(set) var trace: Trace<Definition>
    private var attempts: Int
    private let samples = SampleMembership<Definition>()

    /// Whether each attempt may contain only events that could arrive where they are tried.
    private let takesSamplesOnly: Bool

    init(_ trace: Trace<Definition>, attempts: Int) {
        self.trace = trace
        self.attempts = attempts
        takesSamplesOnly = samples.containsEvents(of: trace)
    }

    /// Removes cycles by skipping from each state to the last departure from an equal state.
    mutating nonisolated(nonsending) func leaveOutCycles(
        _ isFailing: nonisolated(nonsending) (Trace<Definition>) async -> Bool
    ) async {
        let steps = trace.steps
        guard let departures = lastDepartures(in: steps) else { return }
        var (index, kept) = (0, 0)
        while index < steps.count {
            if departures[index] > index {
                if Task.isCancelled { return }
                switch await attempt(steps[departures[index]...].map(\.event), after: kept, isFailing) {
                case .fails: index = departures[index]
                case .passes: break
                case .isOver: return
                }
            }
            (index, kept) = (index + 1, kept + 1)
        }
    }

    mutating nonisolated(nonsending) func leaveOutParts(
        _ isFailing: nonisolated(nonsending) (Trace<Definition>) async -> Bool
    ) async {
        _ = await deltaDebugged(trace.events) { events, kept in
            await attempt(Array(events[kept...]), after: kept, isFailing)
        }
    }

    /// Tries a number of the first steps followed by other events.
    ///
    /// An attempt passes without a run if one of the events could not arrive.
    private mutating nonisolated(nonsending) func attempt(
        _ events: [Definition.Event],
        after kept: Int,
        _ isFailing: nonisolated(nonsending) (Trace<Definition>) async -> Bool
    ) async -> ShrinkingAttempt {
        if attempts <= 0 { return .isOver }
        var shorter = Trace(from: trace.initial, steps: Array(trace.steps[..<kept]))
        for event in events {
            if takesSamplesOnly, !samples.contains(event, in: shorter.last) { return .passes }
            shorter.append(event)
        }
        attempts -= 1
        guard await isFailing(shorter) else { return .passes }
        trace = shorter
        return .fails(shorter.steps.count)
    }

    /// Returns the last index of each state's value, or `nil` if states cannot be compared.
    private func lastDepartures(in steps: [TraceStep<Definition>]) -> [Int]? {
        let states = steps.map(\.before) + steps.suffix(1).map(\.after)
        func numbers<State: Hashable>(_: State.Type) -> [Int] {
            var numbering = Numbering<State?>()
            return states.map { numbering.number(of: $0 as? State) }
        }
        func firstIndices<State: Equatable>(_: State.Type) -> [Int] {
            let states = states.map { $0 as? State }
            return states.indices.map { index in states.firstIndex(of: states[index]) ?? index }
        }
        let numbers =
            (Definition.self as? any Hashable.Type).map { numbers($0) }
            ?? (Definition.self as? any Equatable.Type).map { firstIndices($0) }
        guard let numbers else { return nil }
        var last: [Int: Int] = [:]
        for (index, number) in numbers.enumerated() { last[number] = index }
        return numbers.map { last[$0] ?? 0 }
    }
}
