public import StateMachines

/// Runs a definition at random and watches its properties, without a graph: for state spaces that are too large to explore.
///
/// ```swift
/// let simulation = Simulation(of: Checkout.self, seed: 7, runs: 1_000, steps: 100)
/// let result = try await simulation.check(Checkout.properties)
/// print(result)      // the first counterexample, shrunk, and the seed of its run; or how many runs and steps have found none
/// ```
///
/// A run begins in one of the `initialStates`, and tries one of the `sampleEvents` after the other. It ends where nothing is handled,
/// or after so many events. Nothing is kept of the states that were visited, so memory does not grow with the number of steps.
///
/// What a single run can break is watched: `always`, `never`, `everyTransition`, `everyEvent`, `atAllTimes` and what is said of
/// activities. Simulation proves nothing: a result without a counterexample says how many runs and steps there were.
public struct Simulation<Definition: FiniteStateDefinition>: Sendable {
    /// The seed of the first run; each run after it has the next one.
    private let seed: UInt64

    /// How many runs there are.
    private let runs: Int

    /// How many events a run has, at most.
    private let steps: Int

    /// Sets how much is run.
    ///
    /// - Parameters:
    ///   - definition: What to run.
    ///   - seed: The seed of the first run; each run after it has the next one. The same seed makes the same runs.
    ///   - runs: How many runs there are.
    ///   - steps: How many events a run has, at most.
    public init(of definition: Definition.Type = Definition.self, seed: UInt64, runs: Int = 1_000, steps: Int = 100) {
        self.seed = seed
        self.runs = runs
        self.steps = steps
    }

    /// Runs until a property is broken, or all runs are over.
    ///
    /// - Parameters:
    ///   - properties: What is claimed.
    ///   - progress: Called after each run with the numbers of runs and steps so far.
    /// - Throws: ``ExplorationError`` without initial states, or when the task is cancelled.
    /// - Complexity: One call of `handleEvent` and one check of each property for each step, and to shrink a counterexample of *n* events
    ///   O(*n*²) short runs at worst.
    public nonisolated(nonsending) func check(
        _ properties: [MachineProperty<Definition>],
        progress: ((_ runs: Int, _ steps: Int) -> Void)? = nil
    ) async throws(ExplorationError<Definition>) -> SimulationResult<Definition> {
        var result = SimulationResult<Definition>(seed: seed)
        result.unwatched = properties.filter { PropertyMonitor($0) == nil }.map(\.name)
        let monitors = properties.compactMap { PropertyMonitor($0) }
        let initialStates = Definition.initialStates
        for number in 0..<max(runs, 0) {
            var random = SeededGenerator(seed: seed &+ UInt64(number))
            guard let initial = initialStates.randomElement(using: &random) else { throw .noInitialStates }
            var run = SimulatedRun(from: initial, monitors, random)
            result.runs += 1
            while run.broken == nil, run.trace.steps.count < steps, run.goOn() {
                if run.trace.steps.count.isMultiple(of: 1024), Task.isCancelled { throw .cancelled }
            }
            result.steps += run.trace.steps.count
            progress?(result.runs, result.steps)
            if let broken = run.broken {
                result.seed = seed &+ UInt64(number)
                let monitor = monitors[broken]
                let shrunk = await run.trace.shrunk { monitor.counterexample(in: $0) != nil }
                result.counterexample = monitor.counterexample(in: shrunk)
                return result
            }
            if Task.isCancelled { throw .cancelled }
        }
        return result
    }
}
