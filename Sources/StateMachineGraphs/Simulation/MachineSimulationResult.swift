public import StateMachines

/// The result of a simulation, with the number of runs and steps.
public struct MachineSimulationResult<Definition: FiniteStateDefinition>: Sendable {
    /// The counterexample, or `nil` if the simulation found none.
    ///
    /// Its trace contains some events of the run that violated the property, each of which is a
    /// sample event of the state in which it is tried. The simulation shrinks the trace until no
    /// single event can be omitted, but it tries at most 10 million events to do so. If thousands
    /// of events are necessary, some unnecessary events may remain.
    ///
    /// For `alwaysPossible` and liveness properties, the trace is the shortest path to a violation
    /// through the run's states. For a liveness property, a cycle may follow the path.
    public internal(set) var counterexample: Counterexample<Definition>?

    /// A property that was violated by a run, but not when the simulation repeated the run; `nil`
    /// if there is none.
    ///
    /// Such a difference shows that the definition is nondeterministic.
    public internal(set) var undecided: UndecidedProperty<Definition>?

    /// The seed of the run with the counterexample, or the first run's seed if there is none.
    ///
    /// To repeat this run, create a simulation with this seed, `runs: 1` and as many `steps`.
    public internal(set) var seed: UInt64

    /// The number of runs and steps.
    public internal(set) var statistics = MachineSimulationStatistics()

    /// Names of the properties that the simulation did not check.
    ///
    /// These are the `reachable` properties, because no single run can violate them.
    public internal(set) var unwatched: [String] = []

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Counts a run.
    ///
    /// - Returns: Whether the run decides a property, so that the simulation ends.
    mutating func count(_ run: FinishedRun<Definition>, _ progress: ((MachineSimulationStatistics) -> Void)?) -> Bool {
        statistics.runs += 1
        statistics.steps += run.stepCount
        progress?(statistics)
        return run.isDecisive
    }
}

extension MachineSimulationResult: CustomStringConvertible {
    /// The counterexample and its seed, or the number of runs that found none.
    public var description: String {
        let extent = "\(statistics), seed \(seed)"
        let found = counterexample.map { "\($0)" } ?? undecided.map { "\($0)" }
        var lines = [found.map { "\($0)\nFound after \(extent)." } ?? "No counterexample was found in \(extent)."]
        if !unwatched.isEmpty { lines.append("Not checked: \(unwatched.joined(separator: ", ")).") }
        return lines.joined(separator: "\n")
    }
}

extension MachineSimulationResult: Equatable where Definition.Event: Equatable, Definition.Output: Equatable {}
extension MachineSimulationResult: Hashable where Definition.Event: Hashable, Definition.Output: Hashable {}
