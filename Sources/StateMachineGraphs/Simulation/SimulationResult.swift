public import StateMachines

/// What a simulation has found, and in how many runs and steps.
public struct SimulationResult<Definition: FiniteStateDefinition>: Sendable {
    /// What refutes a property: a part of the run that broke it; `nil` if none was found.
    ///
    /// Each event is a sample event of the state where it is tried, and no single one can be left
    /// out. A run of thousands of events that matter may be left longer: 10 million events are
    /// tried at most to make it shorter.
    public internal(set) var counterexample: Counterexample<Definition>?

    /// A property that a run has broken, and not broken again when it was repeated: the definition
    /// does not answer the same each time.
    public internal(set) var undecided: UndecidedProperty<Definition>?

    /// The seed of the run that found the counterexample, or of the first run without one.
    ///
    /// `Simulation(seed: seed, runs: 1)` repeats that run.
    public internal(set) var seed: UInt64

    /// How many runs and steps there were.
    public internal(set) var statistics = SimulationStatistics()

    /// The names of the properties that no single run can break, which were not watched.
    public internal(set) var unwatched: [String] = []

    init(seed: UInt64) {
        self.seed = seed
    }
}

extension SimulationResult: CustomStringConvertible {
    /// The counterexample and the seed, or how many runs have found none.
    public var description: String {
        let extent = "\(statistics), seed \(seed)"
        let found = counterexample.map { "\($0)" } ?? undecided.map { "\($0)" }
        var lines = [found.map { "\($0)\nFound after \(extent)." } ?? "No counterexample in \(extent)."]
        if !unwatched.isEmpty { lines.append("Not watched: \(unwatched.joined(separator: ", ")).") }
        return lines.joined(separator: "\n")
    }
}
