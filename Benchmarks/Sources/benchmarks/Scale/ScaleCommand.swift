/// `benchmarks scale`: what an event costs with many machines, and with many states.
enum ScaleCommand {
    static let usage = """
        Usage: benchmarks scale [--json]
          --json    JSON instead of tables
        """

    /// - Returns: The text to print; `nil` if the arguments are invalid.
    static func run(_ arguments: [String]) throws -> String? {
        guard arguments.isEmpty || arguments == ["--json"] else { return nil }
        let report = ScaleReport(machines: MachineScale.measured(), states: StateScale.measured())
        return arguments.isEmpty ? report.tables : try report.json
    }
}

/// The median of five rounds, in nanoseconds per event.
///
/// The results of the work are added and checked, so that the optimizer cannot remove any of it.
func nanosecondsPerEvent(_ events: Int, _ work: () -> UInt64) -> Double {
    let clock = ContinuousClock()
    var handled: UInt64 = 0
    let times = (0..<5).map { _ in clock.measure { handled += work() } / .nanoseconds(1) / Double(events) }
    precondition(handled == 5 * events, "An event was rejected.")
    return times.median
}
