import StateMachineGraphs
import StateMachines

extension RandomPlan {
    /// The first law that the definition, or a live machine, breaks with these events.
    func lawBroken() -> BrokenLaw? {
        var state = initial
        for item in items {
            if let broken = definitionLawBroken(in: state, by: item.event) { return broken }
            state = TraceStep(from: state, event: item.event).after
        }
        let trial = MachineTrial(self)
        // The hooks do not keep it.
        return withExtendedLifetime(trial) { trial.lawBroken() }
    }
}
