import StateMachineGraphs
import StateMachines

extension RandomPlan {
    /// Returns the first law that the definition or a live machine violates with these events, if
    /// any.
    func lawBroken() -> BrokenLaw? {
        var state = initial
        for item in items {
            if let broken = definitionLawBroken(in: state, by: item.event) { return broken }
            state = TraceStep(from: state, event: item.event).after
        }
        let trial = MachineTrial(self)
        // The hooks do not retain the trial.
        return withExtendedLifetime(trial) { trial.lawBroken() }
    }
}
