public import StateMachineGraphs

/// What an exploration says of a property of a system.
public enum SystemVerdict<System: ExploredSystem>: Sendable {
    /// The property holds in all states that can be reached, faults apart.
    case holds

    /// The property does not hold; `nil` if a state that should be reached is not.
    case fails(SystemRun<System>?)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<SystemState<System>>)

    /// Whether the property holds for certain.
    public var holds: Bool {
        if case .holds = self { true } else { false }
    }

    /// The run that refutes the property, if there is one.
    public var run: SystemRun<System>? {
        if case .fails(let run) = self { run } else { nil }
    }
}

extension SystemVerdict: CustomStringConvertible {
    /// `holds`, the run, or why nothing is decided.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .fails(let run?): "\(run)"
        case .fails(nil): "fails: no such state is reached"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}
