import StateMachineGraphs
import StateMachines

extension RandomPlan {
    /// Returns the first law that the definition or a live machine violates with these events, if
    /// any.
    func lawBroken() -> BrokenLaw? {
        var state = initial
        var hashes = HashMonitor<Definition.Activity>()
        for item in items {
            if let broken = definitionLawBroken(in: state, by: item.event) { return broken }
            let after = TraceStep(from: state, event: item.event).after
            if let broken = hashes.lawBroken(by: state.activities + after.activities) { return broken }
            state = after
        }
        let trial = MachineTrial(self)
        // The hooks do not retain the trial.
        return withExtendedLifetime(trial) { trial.lawBroken() }
    }
}
