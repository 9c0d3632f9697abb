public import StateMachines

/// A check of one property along one run.
///
/// The methods that are called for each step are inlinable, so a simulation can specialize them for
/// its definition.
@usableFromInline
struct PropertyMonitor<Definition: StateDefinition> {
    @usableFromInline let property: MachineProperty<Definition>

    /// The memory of an `atAllTimes` property; `nil` for other properties and after a violation.
    @usableFromInline private(set) var memory: AnyHashable?

    /// A violation of the property, with its reason and its place in the run.
    struct Breach {
        let reason: String
        let proof: Counterexample<Definition>.Proof
    }

    /// Creates a monitor for a property.
    ///
    /// - Returns: `nil` if no single state or step can violate the property.
    init?(_ property: MachineProperty<Definition>) {
        switch property.claim {
        case .states, .steps, .history: self.property = property
        case .reachable, .alwaysPossible, .leadsTo, .eventuallyAlways: return nil
        }
    }

    /// Begins a run and returns the violation if its first state violates the property.
    mutating func begin(in state: Definition) -> Breach? {
        if case .history(let history) = property.claim { memory = history.start(state) }
        return isBroken(in: state) ? breach(in: state) : nil
    }

    /// Continues the run by a step and returns the violation if the step violates the property.
    mutating func look(at step: TraceStep<Definition>) -> Breach? { isBroken(by: step) ? breach(by: step) : nil }

    /// Whether the property is only about states, so rejected events cannot violate it.
    @inlinable var isAboutStates: Bool {
        switch property.claim {
        case .states: true
        case .steps, .history, .reachable, .alwaysPossible, .leadsTo, .eventuallyAlways: false
        }
    }

    /// Returns whether a state violates the property.
    @inlinable
    func isBroken(in state: Definition) -> Bool {
        switch property.claim {
        case .states(_, let isBroken): isBroken(state)
        case .steps, .history, .reachable, .alwaysPossible, .leadsTo, .eventuallyAlways: false
        }
    }

    /// Continues the run by a step and returns whether the step violates the property.
    @inlinable
    mutating func isBroken(by step: TraceStep<Definition>) -> Bool {
        switch property.claim {
        case .steps(let withRejected, let holds): return (withRejected || step.isHandled) && !holds(step)
        case .history(let history):
            if let before = memory { memory = history.next(before, step) }
            return memory == nil
        case .states(_, let isBroken): return step.isHandled && isBroken(step.after)
        case .reachable, .alwaysPossible, .leadsTo, .eventuallyAlways: return false
        }
    }

    /// Returns the violation for a step that violates the property.
    func breach(by step: TraceStep<Definition>) -> Breach {
        breach(in: step.after) ?? Breach(reason: step.reason, proof: .lastStep)
    }

    /// Returns the violation for a state, if the property is about states.
    private func breach(in state: Definition) -> Breach? {
        guard case .states(let invariant, _) = property.claim else { return nil }
        return Breach(reason: invariant.reason(ValueName(of: state)), proof: .lastState)
    }

    /// Returns the trace up to its first violation as a counterexample.
    ///
    /// - Returns: `nil` if the trace does not violate the property.
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

    /// Returns the undecided property for a violation that did not occur again.
    func unrepeated(after stepCount: Int) -> UndecidedProperty<Definition> {
        let run = "the run that violated it after \(count(stepCount, "step"))"
        return UndecidedProperty(property: property.name, reason: "\(run) does not violate it when the run is repeated")
    }
}
