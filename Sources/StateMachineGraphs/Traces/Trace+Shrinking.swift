import StateMachines

extension Trace {
    /// A part of the events that fails too, and of which none can be left out.
    ///
    /// ```swift
    /// let short = await trace.shrunk { await !isRight(runningTheApp(along: $0)) }
    /// ```
    ///
    /// The events are shrunk: the definition is run again with those that are left. `isFailing` has to answer the same each
    /// time. A trace that does not fail is returned as it is. No single event of the result can be left out, though perhaps several at
    /// once.
    ///
    /// Where states are `Equatable`, cycles (paths from a state back to an equal one) are left out first, as long as the rest fails: most
    /// events of a random walk. Then delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input",
    /// 2002) leaves out ever smaller parts.
    ///
    /// - Parameter isFailing: Whether what is being looked for happens along a trace.
    /// - Complexity: O(*n*²) calls of `isFailing` for *n* events at worst, O(*k* log *n*) where *k* of them matter and each
    ///   shows alone.
    public nonisolated(nonsending) func shrunk(
        isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        guard await isFailing(self) else { return self }
        var trace = self
        if let type = Definition.self as? any Equatable.Type { trace = await withoutCycles(comparing: type, isFailing) }
        let events = await deltaDebugged(trace.events) { await isFailing(Trace(from: initial, events: $0)) }
        return Trace(from: initial, events: events)
    }

    private nonisolated(nonsending) func withoutCycles<State: Equatable>(
        comparing _: State.Type,
        _ isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        var trace = self
        var states = trace.states(as: State.self)
        var index = 0
        while index < trace.steps.count {
            if let end = states.lastIndex(of: states[index]), end > index {
                let rest = Trace(from: initial, events: (trace.steps[..<index] + trace.steps[end...]).map(\.event))
                if await isFailing(rest) { (trace, states) = (rest, rest.states(as: State.self)) }
            }
            index += 1
        }
        return trace
    }

    /// The initial state, and the state after each step; `State` is the definition.
    private func states<State>(as _: State.Type) -> [State] {
        ([initial] + steps.map(\.after)).compactMap { $0 as? State }
    }
}
