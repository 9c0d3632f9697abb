public import StateMachines

/// What a graph says about a property.
public enum Verdict<Definition: StateDefinition>: Sendable {
    /// The property holds. For one that says that something can be reached, with a shortest path there.
    case holds(witness: Trace<Definition>?)

    /// The property does not hold, or cannot be decided.
    case fails(Counterexample<Definition>)

    /// Whether the property holds.
    public var holds: Bool { counterexample == nil }

    /// What refutes the property, if it does not hold.
    public var counterexample: Counterexample<Definition>? {
        switch self {
        case .holds: nil
        case .fails(let counterexample): counterexample
        }
    }
}
