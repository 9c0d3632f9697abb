/// How much a simulation has run.
public struct SimulationStatistics: Hashable, Sendable, CustomStringConvertible {
    /// How many runs there were.
    public internal(set) var runs = 0

    /// How many events were tried in all runs together.
    public internal(set) var steps = 0

    /// The numbers of runs and steps.
    public var description: String { "\(count(runs, "run")), \(count(steps, "step"))" }
}
