public import StateMachines

extension MachineLaws {
    /// An error that ends a check of the laws.
    public enum CheckError<Definition: StateDefinition>: Error {
        /// The definition or a machine violates a law.
        case violation(LawViolation<Definition>)

        /// The definition has no initial state, or no sample event in an initial state.
        case nothingToCheck

        /// The task was cancelled.
        case cancelled
    }
}

extension MachineLaws.CheckError: CustomStringConvertible {
    /// A text with the violation, or one sentence that explains why the check ended.
    public var description: String {
        switch self {
        case .violation(let violation): "\(violation)"
        case .nothingToCheck:
            "The definition has no states or no events to try; return at least one of each from initialStates and sampleEvents"
        case .cancelled: "The check of the laws of \(Definition.self) was cancelled."
        }
    }
}

extension MachineLaws.CheckError: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension MachineLaws.CheckError: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}
