import StateMachines

extension Trace {
    /// Swift statements of a test that follows this trace, one for each event.
    ///
    /// ```swift
    /// var state = Door.closed
    /// try state.handleEvent(.lock)
    /// #expect(throws: TransitionError.invalid) { try state.handleEvent(.open) }
    /// ```
    ///
    /// They contain the payloads that reflection can read.
    public var swiftCode: String { swiftCode(isMutated: !steps.isEmpty) }

    /// Returns the statements of a test that follows this trace.
    ///
    /// - Parameter isMutated: Whether these statements or later ones change the state.
    func swiftCode(isMutated: Bool) -> String {
        (["\(isMutated ? "var" : "let") state = \(initialExpression)"] + steps.map(\.swiftStatement)).joined(
            separator: "\n"
        )
    }

    /// An expression for the initial state that compiles outside its module, as far as possible.
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
    /// A statement of a test for this step.
    fileprivate var swiftStatement: String {
        let call = "try state.handleEvent(\(swiftExpression(event)))"
        if let rejection { return "#expect(throws: \(errorExpression(rejection))) { \(call) }" }
        return Definition.Output.self == Void.self ? call : "_ = \(call)"
    }

    /// The reason as an expression, or its type if reflection cannot read every part of the reason.
    private func errorExpression(_ reason: Definition.Rejection) -> String {
        if reason is TransitionError { return "TransitionError.invalid" }
        guard let expression = exactSwiftExpression(reason) else { return "\(typeName(of: reason)).self" }
        return expression.hasPrefix(".") ? typeName(of: reason) + expression : expression
    }
}
