import StateMachineScaffolding

/// Lets a test write the number of a state.
extension StateID: ExpressibleByIntegerLiteral {
    /// Creates the number that a literal says.
    public init(integerLiteral number: Int) { self.init(number) }
}
