import StateMachineGraphs
import StateMachines

extension TraceDivergence {
    /// Returns a divergence with as few events as a limited number of runs can find.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of sequences to try.
    ///   - run: A closure that runs a trace on a new system.
    nonisolated(nonsending) func shrunk(
        runs limit: Int,
        by run: nonisolated(nonsending) (Trace<Definition>) async throws(TraceRunError<Definition>) -> Void
    ) async -> TraceDivergence {
        guard !isUnanswered else { return self }
        var shortest = self
        var isFirst = true
        _ = await Trace(from: initial, events: events).shrunk(attempts: limit) { shorter in
            // The first attempt is the original sequence, which is known to fail.
            if isFirst {
                isFirst = false
                return true
            }
            do throws(TraceRunError<Definition>) {
                try await run(shorter)
            } catch .divergence(let found) where found.events.count == shorter.steps.count && !found.isUnanswered {
                shortest = found
                return true
            } catch {}
            return false
        }
        if shortest.events.count < events.count { shortest.originalCount = events.count }
        return shortest
    }
}
