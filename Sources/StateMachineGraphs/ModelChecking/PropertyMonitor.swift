import StateMachines

/// Follows one run and reports when it breaks a property.
struct PropertyMonitor<Definition: StateDefinition> {
    private let property: MachineProperty<Definition>
    private var memory: AnyHashable?

    /// How a run breaks the property, and in which part of it.
    struct Breach {
        let reason: String
        let proof: Counterexample<Definition>.Proof
    }

    /// - Returns: `nil` if no single run can break the property.
    init?(_ property: MachineProperty<Definition>) {
        switch property.claim {
        case .always, .never, .steps, .history: self.property = property
        case .reachable, .alwaysPossible, .leadsTo: return nil
        }
    }

    /// Begins a run.
    mutating func begin(in state: Definition) -> Breach? {
        if case .history(let history) = property.claim { memory = history.start(state) }
        return look(at: state)
    }

    /// Continues the run by a step.
    mutating func look(at step: TraceStep<Definition>) -> Breach? {
        switch property.claim {
        case .steps(let withRejected, let holds):
            guard withRejected || step.isHandled, !holds(step) else { return nil }
            return Breach(reason: step.reason, proof: .lastStep)
        case .history(let history):
            guard let before = memory else { return nil }
            memory = history.next(before, step)
            return memory == nil ? Breach(reason: step.reason, proof: .lastStep) : nil
        case .always, .never, .reachable, .alwaysPossible, .leadsTo:
            return step.isHandled ? look(at: step.after) : nil
        }
    }

    private func look(at state: Definition) -> Breach? {
        switch property.claim {
        case .always(let holds) where !holds(state):
            Breach(reason: "\(ValueName(of: state)) is reached, where it is not so", proof: .lastState)
        case .never(let happens) where happens(state):
            Breach(reason: "\(ValueName(of: state)) is reached", proof: .lastState)
        case .always, .never, .steps, .history, .reachable, .alwaysPossible, .leadsTo: nil
        }
    }

    /// The counterexample that a trace is, up to where it breaks the property; `nil` if it does not.
    func counterexample(in trace: Trace<Definition>) -> Counterexample<Definition>? {
        var monitor = self
        var breach = monitor.begin(in: trace.initial)
        var length = 0
        while breach == nil, length < trace.steps.count {
            breach = monitor.look(at: trace.steps[length])
            length += 1
        }
        guard let breach else { return nil }
        let short = Trace(from: trace.initial, steps: Array(trace.steps.prefix(length)))
        return property.counterexample(breach.reason, short, at: breach.proof)
    }
}
