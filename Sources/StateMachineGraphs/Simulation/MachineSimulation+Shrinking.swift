import StateMachines

extension MachineSimulation {
    /// Repeats a run that violates a property and returns a shorter trace.
    nonisolated(nonsending) func shrunkTrace(
        of number: Int,
        breaking monitor: PropertyMonitor<Definition>,
        after stepCount: Int
    ) async throws(ExplorationError<Definition>) -> Trace<Definition> {
        var run = try begunRun(number, [monitor])
        let initial = run.state
        var shrinking = RunShrinking(run)
        while !run.isOver, run.stepCount < stepCount {
            retrace(&shrinking, &run, min(1024, stepCount - run.stepCount))
            if Task.isCancelled { throw .cancelled }
        }
        let events = await deltaDebugged(shrinking.events) { events, kept in attempt(&shrinking, events, kept) }
        if Task.isCancelled { throw .cancelled }
        return Trace(from: initial, events: events)
    }
}
