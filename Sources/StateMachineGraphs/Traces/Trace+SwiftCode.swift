import StateMachines

extension Trace {
    /// The statements of a test that follow this trace, one for each event.
    ///
    /// ```swift
    /// var state = Door.closed
    /// try state.handleEvent(.lock)
    /// #expect(throws: TransitionError.invalid) { try state.handleEvent(.open) }
    /// ```
    ///
    /// Payloads are written as far as reflection can see them.
    public var swiftCode: String { swiftCode(isMutated: !steps.isEmpty) }

    /// - Parameter isMutated: Whether the statements, or others after them, change the state.
    func swiftCode(isMutated: Bool) -> String {
        (["\(isMutated ? "var" : "let") state = \(initialExpression)"] + steps.map(\.swiftStatement)).joined(
            separator: "\n"
        )
    }

    /// The initial state as an expression that compiles outside of its module, as far as possible.
    private var initialExpression: String {
        func index<Finite: FiniteStateDefinition>(in type: Finite.Type) -> Int? {
            (initial as? Finite).flatMap { Finite.initialStates.firstIndex(of: $0) }
        }
        let type = typeName(of: initial)
        if Mirror(reflecting: initial).displayStyle == .enum { return type + swiftExpression(initial) }
        if let finite = Definition.self as? any FiniteStateDefinition.Type, let index = index(in: finite) {
            return "\(type).initialStates[\(index)]"
        }
        return swiftExpression(initial)
    }
}

extension TraceStep {
    /// One event, as a statement of a test.
    fileprivate var swiftStatement: String {
        let call = "try state.handleEvent(\(swiftExpression(event)))"
        guard isHandled else { return "#expect(throws: TransitionError.invalid) { \(call) }" }
        return Definition.Output.self == Void.self ? call : "_ = \(call)"
    }
}
