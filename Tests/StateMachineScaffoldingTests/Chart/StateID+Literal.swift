import StateMachineScaffolding

/// Lets a test write the number of a state.
extension StateID: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int) { self.init(number) }
}
