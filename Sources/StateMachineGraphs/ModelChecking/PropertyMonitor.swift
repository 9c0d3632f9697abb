public import StateMachines

/// Follows one run and reports when it breaks a property.
///
/// What is called for each step is inlinable: a simulation specializes it for its definition.
@usableFromInline
struct PropertyMonitor<Definition: StateDefinition> {
    @usableFromInline let property: MachineProperty<Definition>

    /// What a claim about what has happened remembers; `nil` for other claims, and after the claim
    /// was broken.
    @usableFromInline private(set) var memory: AnyHashable?

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
        return isBroken(in: state) ? breach(in: state) : nil
    }

    /// Continues the run by a step.
    mutating func look(at step: TraceStep<Definition>) -> Breach? { isBroken(by: step) ? breach(by: step) : nil }

    /// Whether the claim is about states alone, so that rejected events cannot break it.
    @inlinable var isAboutStates: Bool {
        switch property.claim {
        case .always, .never: true
        case .steps, .history, .reachable, .alwaysPossible, .leadsTo: false
        }
    }

    /// Whether the state breaks the property.
    @inlinable
    func isBroken(in state: Definition) -> Bool {
        switch property.claim {
        case .always(let holds): !holds(state)
        case .never(let happens): happens(state)
        case .steps, .history, .reachable, .alwaysPossible, .leadsTo: false
        }
    }

    /// Continues the run by a step, and returns whether it breaks the property.
    @inlinable
    mutating func isBroken(by step: TraceStep<Definition>) -> Bool {
        switch property.claim {
        case .steps(let withRejected, let holds): return (withRejected || step.isHandled) && !holds(step)
        case .history(let history):
            if let before = memory { memory = history.next(before, step) }
            return memory == nil
        case .always, .never, .reachable, .alwaysPossible, .leadsTo: return step.isHandled && isBroken(in: step.after)
        }
    }

    /// The breach by a step that breaks the property.
    func breach(by step: TraceStep<Definition>) -> Breach {
        isAboutStates ? breach(in: step.after) : Breach(reason: step.reason, proof: .lastStep)
    }

    private func breach(in state: Definition) -> Breach {
        let isReached = "\(ValueName(of: state)) is reached"
        if case .always = property.claim {
            return Breach(reason: "\(isReached), where it is not so", proof: .lastState)
        }
        return Breach(reason: isReached, proof: .lastState)
    }

    /// The counterexample that a trace is, up to where it breaks the property; `nil` if it does
    /// not.
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

    /// A property that is not decided, since a run broke it once and did not break it again.
    func unrepeated(after stepCount: Int) -> UndecidedProperty<Definition> {
        let run = "the run that broke it after \(count(stepCount, "step"))"
        return UndecidedProperty(property: property.name, reason: "\(run) does not break it when it is repeated")
    }
}
