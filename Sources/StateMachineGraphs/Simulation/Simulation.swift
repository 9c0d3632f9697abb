public import StateMachines

/// Runs a definition at random and watches its properties, without a graph: for state spaces that
/// are too large to explore.
///
/// ```swift
/// let simulation = Simulation(of: Checkout.self, seed: 7, runs: 1_000, steps: 100)
/// let result = try await simulation.check(Checkout.properties)
/// print(result)
/// // The first counterexample, shrunk, and the seed of its run; or how many runs found none.
/// ```
///
/// A run begins in one of the `initialStates`, and tries one of the `sampleEvents` after the other.
/// It ends where nothing is handled, or after so many events. Only its current state is kept, so
/// memory does not grow with the number of steps. A run that breaks a property is repeated to find
/// its events: then its states are kept, without those of its cycles.
///
/// What a single run can break is watched: `always`, `never`, `everyTransition`, `everyEvent`,
/// `atAllTimes` and what is said of activities. Simulation proves nothing: a result without a
/// counterexample says how many runs and steps there were.
public struct Simulation<Definition: FiniteStateDefinition>: Sendable {
    /// The seed of the first run; each run after it has the next one.
    @usableFromInline let seed: UInt64

    /// How many runs there are.
    @usableFromInline let runs: Int

    /// How many events a run has, at most.
    @usableFromInline let steps: Int

    // Made where the definition is known, which makes a step several times as fast as in generic
    // code.
    @usableFromInline let advance: @Sendable (inout SimulatedRun<Definition>, Int) -> Void
    @usableFromInline let retrace: @Sendable (inout Shrinking, inout SimulatedRun<Definition>, Int) -> Void
    @usableFromInline let attempt: @Sendable (inout Shrinking, [Definition.Event], Int) -> ShrinkingAttempt

    @usableFromInline typealias Shrinking = RunShrinking<Definition>

    /// Sets how much is run.
    ///
    /// - Parameters:
    ///   - definition: What to run.
    ///   - seed: The seed of the first run; each run after it has the next one. The same seed makes
    ///     the same runs.
    ///   - runs: How many runs there are.
    ///   - steps: How many events a run has, at most.
    @inlinable
    public init(of definition: Definition.Type = Definition.self, seed: UInt64, runs: Int = 1_000, steps: Int = 100) {
        self.seed = seed
        self.runs = runs
        self.steps = steps
        advance = { run, count in run.advance(by: count) }
        retrace = { shrinking, run, count in shrinking.retrace(&run, by: count) }
        attempt = { shrinking, events, kept in shrinking.attempt(events, after: kept) }
    }

    /// Runs until a property is broken, or all runs are over.
    ///
    /// - Parameters:
    ///   - properties: What is claimed.
    ///   - progress: Called after each run with the statistics so far.
    /// - Throws: ``ExplorationError`` without initial states, or when the task is cancelled.
    /// - Complexity: One call of `handleEvent` and one check of each property for each step; for a
    ///   counterexample, the steps of its run again, and 10 million at most to shrink it.
    public nonisolated(nonsending) func check(
        _ properties: [MachineProperty<Definition>],
        progress: ((SimulationStatistics) -> Void)? = nil
    ) async throws(ExplorationError<Definition>) -> SimulationResult<Definition> {
        var result = SimulationResult<Definition>(seed: seed)
        result.unwatched = properties.filter { PropertyMonitor($0) == nil }.map(\.name)
        let monitors = properties.compactMap { PropertyMonitor($0) }
        for number in 0..<max(runs, 0) {
            let run = try completedRun(number, monitors)
            result.statistics.runs += 1
            result.statistics.steps += run.stepCount
            progress?(result.statistics)
            if let broken = run.broken {
                result.seed = seed &+ UInt64(number)
                let trace = try await shrunkTrace(of: number, breaking: monitors[broken], after: run.stepCount)
                result.counterexample = monitors[broken].counterexample(in: trace)
                if result.counterexample == nil { result.undecided = monitors[broken].unrepeated(after: run.stepCount) }
                return result
            }
            if Task.isCancelled { throw .cancelled }
        }
        return result
    }

    /// Runs until a property is broken, or all runs are over.
    public nonisolated(nonsending) func check(
        _ property: MachineProperty<Definition>,
        progress: ((SimulationStatistics) -> Void)? = nil
    ) async throws(ExplorationError<Definition>) -> SimulationResult<Definition> {
        try await check([property], progress: progress)
    }

    /// Runs one run to where it breaks a property, or to its end.
    private func completedRun(
        _ number: Int,
        _ monitors: [PropertyMonitor<Definition>]
    ) throws(ExplorationError<Definition>) -> SimulatedRun<Definition> {
        var run = try begunRun(number, monitors)
        while !run.isOver, run.stepCount < steps {
            advance(&run, min(1024, steps - run.stepCount))
            if Task.isCancelled, run.stepCount >= 1024 { throw .cancelled }
        }
        return run
    }

    func begunRun(
        _ number: Int,
        _ monitors: [PropertyMonitor<Definition>]
    ) throws(ExplorationError<Definition>) -> SimulatedRun<Definition> {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        guard let initial = Definition.initialStates.randomElement(using: &random) else { throw .noInitialStates }
        return SimulatedRun(from: initial, monitors, random)
    }
}
