public import StateMachines

/// An error that ``StateGraph/verify(_:)`` throws for a property that it cannot prove.
public enum MachineVerificationError<Definition: StateDefinition>: Error {
    /// The property does not hold.
    case refuted(Counterexample<Definition>)

    /// The property is neither proved nor refuted.
    case undecided(UndecidedProperty<Definition>)
}

extension MachineVerificationError: CustomStringConvertible {
    /// A description of the counterexample or of the undecided property.
    public var description: String {
        switch self {
        case .refuted(let counterexample): "\(counterexample)"
        case .undecided(let undecided): "\(undecided)"
        }
    }
}

extension MachineVerificationError: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension MachineVerificationError: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
