public import StateMachines

/// What a simulation has found, and in how many runs and steps.
public struct SimulationResult<Definition: FiniteStateDefinition>: Sendable {
    /// What refutes a property: a part of the run that broke it, of which no single event can be left out; `nil` if none was found.
    public internal(set) var counterexample: Counterexample<Definition>?

    /// The seed of the run that found the counterexample, or of the first run without one.
    ///
    /// `Simulation(seed: seed, runs: 1)` repeats that run.
    public internal(set) var seed: UInt64

    /// How many runs there were.
    public internal(set) var runs = 0

    /// How many events were tried in all runs together.
    public internal(set) var steps = 0

    /// The names of the properties that no single run can break, which were not watched.
    public internal(set) var unwatched: [String] = []

    init(seed: UInt64) {
        self.seed = seed
    }
}

extension SimulationResult: CustomStringConvertible {
    /// The counterexample and the seed, or how many runs have found none.
    public var description: String {
        let extent = "\(count(runs, "run")), \(count(steps, "step")), seed \(seed)"
        var lines = [counterexample.map { "\($0)\nFound after \(extent)." } ?? "No counterexample in \(extent)."]
        if !unwatched.isEmpty { lines.append("Not watched: \(unwatched.joined(separator: ", ")).") }
        return lines.joined(separator: "\n")
    }
}
