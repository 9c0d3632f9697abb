import StateMachines

extension Trace {
    /// A part of the events that fails too, and of which none can be left out.
    ///
    /// ```swift
    /// let short = await trace.shrunk { await !isRight(runningTheApp(along: $0)) }
    /// ```
    ///
    /// The events are what shrinks: what the definition makes of those that are left is found out anew. Whether a part fails
    /// is asked of `isFailing`, which is to say the same each time. A trace that does not fail comes back as it is.
    ///
    /// Delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002): no single
    /// event of the result can be left out, though perhaps several at once.
    ///
    /// - Parameters:
    ///   - isolation: Leave it out; it is the actor that this is called from.
    ///   - isFailing: Whether what is being looked for happens along a trace.
    /// - Complexity: O(*n*²) calls of `isFailing` for *n* events at worst, O(*k* log *n*) where *k* of them matter and each
    ///   shows alone.
    public func shrunk(
        isolation: isolated (any Actor)? = #isolation,
        isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        guard await isFailing(self) else { return self }
        return await minimized(isolation: isolation, isFailing)
    }

    /// Leaves out ever smaller parts of a trace that fails, until no single event can be.
    private func minimized(
        isolation: isolated (any Actor)?,
        _ isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        var trace = self
        var partCount = 2
        search: while trace.steps.count > 1 {
            let count = trace.steps.count
            let parts = (0..<partCount).map { count * $0 / partCount..<count * ($0 + 1) / partCount }
            for part in parts {
                let only = Trace(from: initial, events: trace.steps[part].map(\.event))
                if await isFailing(only) {
                    (trace, partCount) = (only, 2)
                    continue search
                }
            }
            // Of two parts, each is what the other one leaves.
            for part in parts where partCount > 2 {
                let rest = trace.leavingOut(part)
                if await isFailing(rest) {
                    (trace, partCount) = (rest, min(partCount - 1, count - part.count))
                    continue search
                }
            }
            if partCount == count { break }
            partCount = min(partCount * 2, count)
        }
        if trace.steps.count == 1 {
            let nothing = Trace(from: initial)
            if await isFailing(nothing) { return nothing }
        }
        return trace
    }

    private func leavingOut(_ part: Range<Int>) -> Trace {
        Trace(from: initial, events: (steps[..<part.lowerBound] + steps[part.upperBound...]).map(\.event))
    }
}

extension Trace where Definition: Hashable {
    /// A part of the events that fails too, and of which none can be left out.
    ///
    /// As without `Hashable`, but paths that come back to the same state are left out first, as long as the rest fails: most
    /// events of a random walk.
    public func shrunk(
        isolation: isolated (any Actor)? = #isolation,
        isFailing: nonisolated(nonsending) (Trace) async -> Bool
    ) async -> Trace {
        guard await isFailing(self) else { return self }
        var trace = self
        var place = 0
        while place < trace.steps.count {
            let state = trace.steps[place].before
            if let end = trace.steps.lastIndex(where: { $0.after == state }), end >= place {
                let rest = trace.leavingOut(place..<end + 1)
                if await isFailing(rest) { trace = rest }
            }
            place += 1
        }
        return await trace.minimized(isolation: isolation, isFailing)
    }
}
