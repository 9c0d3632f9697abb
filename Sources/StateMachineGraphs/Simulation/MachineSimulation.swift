public import StateMachines

/// A check of properties along random runs of a definition.
///
/// Use a simulation if the state space is too large to explore. It does not create a graph.
///
/// ```swift
/// let simulation = MachineSimulation(of: Checkout.self, seed: 7, runs: 1_000, steps: 100)
/// let result = try await simulation.check(Checkout.properties)
/// print(result)
/// // Prints the shrunk counterexample and its seed, or the number of runs if none was found.
/// ```
///
/// A run begins in one of the `initialStates` and repeatedly tries one of the `sampleEvents`. It
/// ends in a state that handles no event, or after the given number of events.
///
/// Memory use does not grow with the number of steps, because the simulation stores only the
/// current state of a run, and some states for each liveness property. If a run violates a
/// property, the simulation repeats it to find its events. During the repetition, it stores the
/// run's states, and the memories of an `atAllTimes` property, but not the cycles that lead back to
/// an earlier state.
///
/// A simulation can find these violations:
/// - A state or an event violates `always`, `never`, `noDeadEnd`, `everyTransition`, `everyEvent`,
///   `atAllTimes` or an activity property.
/// - A run violates `eventually`, `leadsTo` or `eventuallyAlways`, because it ends in a state that
///   handles no event or because it can repeat a fair cycle forever. To notice a cycle, the
///   simulation remembers up to 10,000 states of a run. If the run returns to one of these states,
///   the simulation tries every sample event in every state of the run and checks the property on
///   the resulting graph.
/// - A run ends in a state that handles no event and is not a goal state of `alwaysPossible`.
///
/// It cannot prove a property: if there is no counterexample, the result contains only the number
/// of runs and steps.
public struct MachineSimulation<Definition: FiniteStateDefinition>: Sendable {
    /// The first run's seed, which increases by one for each following run.
    @usableFromInline let seed: UInt64

    /// The maximum number of runs.
    @usableFromInline let runs: Int

    /// The maximum number of events in a run.
    @usableFromInline let steps: Int

    /// The number of threads.
    @usableFromInline let threads: Int

    // Created where the definition is known, so a step is several times as fast as in generic code.
    @usableFromInline let advance: @Sendable (inout SimulatedRun<Definition>, Int) -> Void
    @usableFromInline let retrace: @Sendable (inout Shrinking, inout SimulatedRun<Definition>, Int) -> Void
    @usableFromInline let attempt: @Sendable (inout Shrinking, [Definition.Event], Int) -> ShrinkingAttempt
    @usableFromInline let explore: @Sendable (_ initial: Definition, Set<Definition>) -> StateGraph<Definition>

    @usableFromInline typealias Shrinking = RunShrinking<Definition>

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - definition: The definition to run.
    ///   - seed: The first run's seed, which increases by one for each following run. Equal seeds
    ///     produce equal runs.
    ///   - runs: The maximum number of runs.
    ///   - steps: The maximum number of events in a run.
    ///   - threads: The number of threads that the simulation uses after the first 100,000 steps;
    ///     by default, one for each core. The result does not depend on this number.
    @inlinable
    public init(
        of definition: Definition.Type = Definition.self,
        seed: UInt64,
        runs: Int = 1_000,
        steps: Int = 100,
        threads: Int? = nil
    ) {
        self.seed = seed
        self.threads = threads ?? coreCount
        self.runs = runs
        self.steps = steps
        advance = { run, count in run.advance(by: count) }
        retrace = { shrinking, run, count in shrinking.retrace(&run, by: count) }
        attempt = { shrinking, events, kept in shrinking.attempt(events, after: kept) }
        explore = { initial, visited in
            var checkpoints = Checkpoints()
            var exploration = BreadthFirstExploration(
                WholeStates(),
                from: [initial],
                within: { visited.contains($0) },
                work: SharedWork(threads: 1)
            )
            exploration.run(stateLimit: .max, &checkpoints)
            return StateGraph(exploration, after: checkpoints.elapsed)
        }
    }

    /// Runs the definition until a run violates a property or all runs have ended.
    ///
    /// - Parameters:
    ///   - properties: The properties to check.
    ///   - progress: A closure that the simulation calls with the current statistics after each
    ///     run.
    /// - Throws: An ``ExplorationError`` if there are no initial states or the task is cancelled.
    /// - Complexity: One call of `handleEvent` and one check of each property for each step. For a
    ///   counterexample, the simulation repeats the run's steps and tries at most 10 million events
    ///   to shrink it. If a run may violate `alwaysPossible` or a liveness property, the simulation
    ///   repeats it and tries all sample events of its states.
    public nonisolated(nonsending) func check(
        _ properties: [MachineProperty<Definition>],
        progress: ((MachineSimulationStatistics) -> Void)? = nil
    ) async throws(ExplorationError<Definition>) -> MachineSimulationResult<Definition> {
        var result = MachineSimulationResult<Definition>(seed: seed)
        result.unwatched = properties.filter { PropertyMonitor($0) == nil && PromiseWatch($0) == nil }.map(\.name)
        var decisive: (number: Int, run: FinishedRun<Definition>)?
        while decisive == nil, result.statistics.runs < runs, threads < 2 || result.statistics.steps < 100_000 {
            let number = result.statistics.runs
            let run = try finishedRun(number, properties)
            if result.count(run, progress) { decisive = (number, run) }
            if decisive == nil, Task.isCancelled { throw .cancelled }
        }
        if decisive == nil, result.statistics.runs < runs {
            decisive = try await firstDecisiveRun(properties, &result, progress)
        }
        guard let (number, run) = decisive else { return result }
        result.seed = seed &+ UInt64(number)
        switch run.end {
        case .none: break
        case .broken(let property):
            guard let monitor = PropertyMonitor(properties[property], keeping: .all) else { break }
            let trace = try await shrunkTrace(of: number, breaking: monitor, after: run.stepCount)
            result.counterexample = monitor.counterexample(in: trace)
            if result.counterexample == nil { result.undecided = monitor.unrepeated(after: run.stepCount) }
        case .refuted(let counterexample): result.counterexample = counterexample
        case .undecided(let undecided): result.undecided = undecided
        }
        return result
    }

    /// Runs the definition until a run violates the property or all runs have ended.
    ///
    /// - Parameters:
    ///   - property: The property to check.
    ///   - progress: A closure that the simulation calls with the current statistics after each
    ///     run.
    /// - Throws: An ``ExplorationError`` if there are no initial states or the task is cancelled.
    public nonisolated(nonsending) func check(
        _ property: MachineProperty<Definition>,
        progress: ((MachineSimulationStatistics) -> Void)? = nil
    ) async throws(ExplorationError<Definition>) -> MachineSimulationResult<Definition> {
        try await check([property], progress: progress)
    }

    /// Performs one run, until it violates a property or ends.
    func finishedRun(
        _ number: Int,
        _ properties: [MachineProperty<Definition>]
    ) throws(ExplorationError<Definition>) -> FinishedRun<Definition> {
        let watched = properties.enumerated().compactMap { index, property in
            PropertyMonitor(property).map { (index: index, monitor: $0) }
        }
        var run = try begunRun(number, watched.map(\.monitor), properties.compactMap(PromiseWatch.init))
        while !run.isOver, run.stepCount < steps {
            advance(&run, min(1024, steps - run.stepCount))
            if Task.isCancelled, run.stepCount >= 1024 { throw .cancelled }
        }
        run.endIfStuck()
        var finished = FinishedRun<Definition>(stepCount: run.stepCount)
        if let broken = run.broken {
            finished.end = .broken(property: watched[broken].index)
            return finished
        }
        let suspects = run.promises.filter(\.isSuspect)
        if suspects.isEmpty { return finished }
        let graph = try graph(ofVisitedIn: number, upTo: run.stepCount)
        for promise in suspects {
            switch graph.check(promise.property) {
            case .holds: continue
            case .fails(let counterexample): finished.end = .refuted(counterexample)
            case .undecided(let undecided): finished.end = .undecided(undecided)
            }
            break
        }
        return finished
    }

    /// Returns a graph of the states in a run, with the outcomes of all their sample events.
    private func graph(
        ofVisitedIn number: Int,
        upTo stepCount: Int
    ) throws(ExplorationError<Definition>) -> StateGraph<Definition> {
        var run = try begunRun(number, [])
        let initial = run.state
        var visited: Set = [initial]
        while !run.isOver, run.stepCount < stepCount {
            advance(&run, 1)
            visited.insert(run.state)
        }
        return explore(initial, visited)
    }

    func begunRun(
        _ number: Int,
        _ monitors: [PropertyMonitor<Definition>],
        _ promises: [PromiseWatch<Definition>] = []
    ) throws(ExplorationError<Definition>) -> SimulatedRun<Definition> {
        var random = SeededGenerator(seed: seed &+ UInt64(number))
        guard let initial = Definition.initialStates.randomElement(using: &random) else { throw .noInitialStates }
        return SimulatedRun(from: initial, monitors, promises, random)
    }
}
