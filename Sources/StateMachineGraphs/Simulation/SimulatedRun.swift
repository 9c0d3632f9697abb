import StateMachines

/// One random run, with the properties that are watched along it.
struct SimulatedRun<Definition: FiniteStateDefinition> {
    private(set) var trace: Trace<Definition>

    /// The number of the property that was broken first.
    private(set) var broken: Int?

    private var monitors: [PropertyMonitor<Definition>]
    private var random: SeededGenerator

    /// How many events were rejected since one was handled.
    private var rejectedInARow = 0

    init(from initial: Definition, _ monitors: [PropertyMonitor<Definition>], _ random: SeededGenerator) {
        trace = Trace(from: initial)
        self.monitors = monitors
        self.random = random
        for index in monitors.indices where broken == nil {
            if self.monitors[index].begin(in: initial) != nil { broken = index }
        }
    }

    /// Tries one more event.
    ///
    /// - Returns: Whether there may be another one: not where nothing is handled.
    mutating func goOn() -> Bool {
        let state = trace.last
        let events = state.sampleEvents
        guard let event = events.randomElement(using: &random) else { return false }
        trace.append(event)
        guard let step = trace.steps.last else { return false }
        for index in monitors.indices where broken == nil {
            if monitors[index].look(at: step) != nil { broken = index }
        }
        rejectedInARow = step.isHandled ? 0 : rejectedInARow + 1
        // After so many rejected in a row, all are tried.
        guard rejectedInARow > 2 * events.count else { return true }
        rejectedInARow = 0
        return events.contains { TraceStep(from: state, event: $0).isHandled }
    }
}
