/// How much a simulation has done.
public struct MachineSimulationStatistics: Hashable, Sendable, CustomStringConvertible {
    /// The number of runs.
    public internal(set) var runs = 0

    /// The number of events that were tried in all runs together.
    public internal(set) var steps = 0

    /// The number of runs and the number of steps.
    public var description: String { "\(count(runs, "run")), \(count(steps, "step"))" }
}
