public import StateMachines

/// The error that ``StateGraph/verify(_:)`` throws for a property that it cannot prove.
public enum VerificationError<Definition: StateDefinition>: Error {
    /// The property does not hold.
    case refuted(Counterexample<Definition>)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<Definition>)
}

extension VerificationError: CustomStringConvertible {
    /// The description of the counterexample or of the undecided property.
    public var description: String {
        switch self {
        case .refuted(let counterexample): "\(counterexample)"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}
