public import StateMachines

/// Why a property was not proved.
///
/// ``StateGraph/verify(_:)`` throws it; its description is that of what it contains.
public enum VerificationError<Definition: StateDefinition>: Error {
    /// The property does not hold.
    case refuted(Counterexample<Definition>)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<Definition>)
}

extension VerificationError: CustomStringConvertible {
    /// The counterexample, or why nothing is decided.
    public var description: String {
        switch self {
        case .refuted(let counterexample): "\(counterexample)"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}
