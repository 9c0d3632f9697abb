public import StateMachineGraphs

/// The result of checking a property of a system.
public enum SystemVerdict<System: ExploredSystem>: Sendable {
    /// The property holds in all reachable states; runs that lead to faults are not considered.
    case holds

    /// The property does not hold.
    ///
    /// The run is one of the shortest. It may depend on assumptions that a longer run does not
    /// need. The run is `nil` if the property requires a state that no run reaches.
    case fails(SystemRun<System>?)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<SystemState<System>>)

    /// Whether the property is proved.
    public var holds: Bool {
        if case .holds = self { true } else { false }
    }

    /// The run that violates the property, or `nil` if there is none.
    public var run: SystemRun<System>? {
        if case .fails(let run) = self { run } else { nil }
    }
}

extension SystemVerdict: CustomStringConvertible {
    /// The word `holds`, the violating run, or the reason why the property is undecided.
    public var description: String {
        switch self {
        case .holds: "holds"
        case .fails(let run?): "\(run)"
        case .fails(nil): "fails: no reachable state satisfies it"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}
