import StateMachineGraphs
import StateMachines

extension TraceDivergence {
    /// A divergence after as few events as a limited number of runs can find.
    ///
    /// - Parameters:
    ///   - limit: How many sequences may be tried.
    ///   - run: Runs a new system.
    nonisolated(nonsending) func shrunk(
        runs limit: Int,
        by run: nonisolated(nonsending) (Trace<Definition>) async throws -> Void
    ) async -> TraceDivergence {
        guard !isUnanswered else { return self }
        var shortest = self
        var runs = 0
        _ = await Trace(from: initial, events: events).shrunk { shorter in
            runs += 1
            // The first question is about the sequence that is known to fail.
            guard runs > 1 else { return true }
            guard runs <= limit + 1 else { return false }
            do {
                try await run(shorter)
            } catch let found as TraceDivergence where found.events.count == shorter.steps.count && !found.isUnanswered
            {
                shortest = found
                return true
            } catch {}
            return false
        }
        if shortest.events.count < events.count { shortest.originalCount = events.count }
        return shortest
    }
}
