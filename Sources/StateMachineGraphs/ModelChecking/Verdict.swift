public import StateMachines

/// What a check says of a property.
///
/// ```swift
/// switch graph.check(property) {
/// case .holds: print("it holds")
/// case .fails(let counterexample): print(counterexample)
/// case .undecided(let undecided): print(undecided.reason)
/// }
/// ```
public enum Verdict<Definition: StateDefinition>: Sendable {
    /// The property holds. The witness of `reachable` is a shortest trace to such a state.
    case holds(witness: Trace<Definition>?)

    /// The property does not hold.
    case fails(Counterexample<Definition>)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<Definition>)

    /// Whether the property holds for certain.
    public var holds: Bool {
        switch self {
        case .holds: true
        case .fails, .undecided: false
        }
    }

    /// What refutes the property, if it does not hold.
    public var counterexample: Counterexample<Definition>? {
        switch self {
        case .fails(let counterexample): counterexample
        case .holds, .undecided: nil
        }
    }

    /// Why the property is neither proved nor refuted, if it is not.
    public var undecided: UndecidedProperty<Definition>? {
        switch self {
        case .undecided(let undecided): undecided
        case .holds, .fails: nil
        }
    }
}

extension Verdict: CustomStringConvertible {
    /// `holds` with the witness, the counterexample, or why nothing is decided.
    public var description: String {
        switch self {
        case .holds(nil): "holds"
        case .holds(let witness?): "holds: \(witness)"
        case .fails(let counterexample): "\(counterexample)"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}

extension Verdict: Equatable where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
