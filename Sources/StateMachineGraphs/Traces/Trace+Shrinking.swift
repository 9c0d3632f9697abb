import StateMachines

extension Trace {
    /// A part of the events that fails too, and of which none can be left out.
    ///
    /// ```swift
    /// let short = await trace.shrunk { await !isRight(runningTheApp(along: $0)) }
    /// ```
    ///
    /// The events are shrunk: the definition is run again with those that are left. If each event
    /// of the trace is a sample event of the state where it is tried, so is each event of the
    /// result: a message that was not sent is not received. `isFailing` has to answer the same each
    /// time. A trace that does not fail is returned as it is. No single event of the result can be
    /// left out, though perhaps several at once.
    ///
    /// Where states are `Equatable`, cycles (paths from a state back to an equal one) are left out
    /// first, as long as the rest fails: most events of a random walk. Then delta debugging (A.
    /// Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002) leaves
    /// out ever smaller parts.
    ///
    /// When the task is cancelled, or no attempt is left, the shortest trace so far is returned.
    ///
    /// - Parameters:
    ///   - attempts: How many shorter traces may be tried.
    ///   - isFailing: Whether what is being looked for happens along a trace.
    /// - Complexity: O(*n*) attempts for *n* events that all matter, O(*k* log *n*) where *k* of
    ///   them matter and each shows alone, O(*n*²) at worst. Each runs the events behind the first
    ///   one that is left out.
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

/// A trace that fails, while it is made shorter.
private struct TraceShrinking<Definition: StateDefinition> {
    private(set) var trace: Trace<Definition>
    private var attempts: Int
    private let samples = SampleMembership<Definition>()

    /// Whether only events count that could arrive where they are tried.
    private let takesSamplesOnly: Bool

    init(_ trace: Trace<Definition>, attempts: Int) {
        self.trace = trace
        self.attempts = attempts
        takesSamplesOnly = samples.containsEvents(of: trace)
    }

    /// From each state, goes on where an equal one is left for the last time.
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

    /// Tries so many of the first steps, and then other events, unless one of them could not
    /// arrive.
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

    /// For each step the last one that begins in, or comes after, an equal state; `nil` where
    /// states cannot be compared.
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
