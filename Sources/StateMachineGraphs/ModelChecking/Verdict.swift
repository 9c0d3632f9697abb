public import StateMachines

/// The verdict of a graph on a property.
public enum Verdict<Definition: StateDefinition>: Sendable {
    /// The property holds. The witness of `reachable` is a shortest trace to such a state.
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
