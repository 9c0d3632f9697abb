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
        var isFirst = true
        _ = await Trace(from: initial, events: events).shrunk(attempts: limit) { shorter in
            // The first question is about the sequence that is known to fail.
            if isFirst {
                isFirst = false
                return true
            }
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
