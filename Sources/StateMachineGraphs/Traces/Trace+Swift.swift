import StateMachines

extension Trace {
    /// Statements that go the way of this trace, one for each event, for a test.
    ///
    /// ```swift
    /// var state = Door.closed
    /// try state.handleEvent(.lock)
    /// #expect(throws: TransitionError.invalid) { try state.handleEvent(.open) }
    /// ```
    ///
    /// Payloads are written as far as reflection can see them.
    public var swiftCode: String { swiftCode(isMoved: !steps.isEmpty) }

    /// - Parameter isMoved: Whether something after it moves the state, too.
    func swiftCode(isMoved: Bool) -> String {
        (["\(isMoved ? "var" : "let") state = \(initialExpression)"] + steps.map(\.swiftStatement)).joined(
            separator: "\n"
        )
    }

    /// The initial state as an expression that needs nothing of what it hides.
    private var initialExpression: String {
        func place<Finite: FiniteStateDefinition>(in type: Finite.Type) -> Int? {
            (initial as? Finite).flatMap { Finite.initialStates.firstIndex(of: $0) }
        }
        let type = typeName(of: initial)
        if Mirror(reflecting: initial).displayStyle == .enum { return type + swiftExpression(of: initial) }
        if let finite = Definition.self as? any FiniteStateDefinition.Type, let place = place(in: finite) {
            return "\(type).initialStates[\(place)]"
        }
        return swiftExpression(of: initial)
    }
}

extension TraceStep {
    /// One event, as a statement of a test.
    fileprivate var swiftStatement: String {
        let call = "try state.handleEvent(\(swiftExpression(of: event)))"
        guard isHandled else { return "#expect(throws: TransitionError.invalid) { \(call) }" }
        return Definition.Output.self == Void.self ? call : "_ = \(call)"
    }
}

extension Counterexample {
    /// A test that fails as long as the property does: the path to where it goes wrong, and what should not come of it.
    ///
    /// ```swift
    /// @Test func `an open door is never locked`() throws {
    ///     var state = Door.closed
    ///     try state.handleEvent(.lock)
    ///     #expect("\(ValueName(of: state))" != "locked", "an open door is never locked")
    /// }
    /// ```
    ///
    /// It needs `import StateMachineGraphs`, for `ValueName`. It is about the way that it goes: a machine that is mended otherwise, by a
    /// way out of that state for instance, makes it obsolete, and `verify` of the property is what stays.
    ///
    /// Nothing, where there is no path that could be gone: if a state that should be reachable is not, or in a graph that was explored
    /// with a key.
    public var swiftTest: String? {
        var lines: [String]
        let title = property.replacing("`", with: "'")
        let message = property.debugDescription
        guard let trace, !isAbstracted else { return nil }
        switch proof {
        case .lastState, .undecided:
            lines = [trace.swiftCode(isMoved: !trace.steps.isEmpty || loop?.steps.isEmpty == false)]
            if let loop {
                let circle = loop.swiftCode.split(separator: "\n").dropFirst()
                lines += ["let before = \"\\(ValueName(of: state))\""] + circle.map(String.init)
                lines.append("#expect(\"\\(ValueName(of: state))\" != before, \(message))")
            } else {
                let last = "\(ValueName(of: trace.last))".debugDescription
                lines.append("#expect(\"\\(ValueName(of: state))\" != \(last), \(message))")
            }
        case .lastStep:
            guard let step = trace.steps.last else { return nil }
            let before = Trace(from: trace.initial, events: Array(trace.events.dropLast()))
            lines = [before.swiftCode, "let step = TraceStep(from: state, event: \(swiftExpression(of: step.event)))"]
            lines.append("#expect(\"\\(step)\" != \("\(step)".debugDescription), \(message))")
        }
        let body = lines.joined(separator: "\n").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let isRawIdentifier = !title.isEmpty && !title.contains { $0.isNewline || $0 == "\\" }
        let name = isRawIdentifier ? "@Test func `\(title)`()" : "@Test(\(message)) func counterexample()"
        return "\(name) throws {\n\(body)\n}"
    }
}
