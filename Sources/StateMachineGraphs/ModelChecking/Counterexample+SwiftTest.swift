import StateMachines

extension Counterexample {
    /// The code of a test that fails while the definition violates the property.
    ///
    /// This test sends the trace's events and expects a result other than the one that violates the
    /// property:
    ///
    /// ```swift
    /// @Test func `an open door is never locked`() throws {
    ///     var state = Door.closed
    ///     try state.handleEvent(.lock)
    ///     #expect(state != .locked, "an open door is never locked")
    /// }
    /// ```
    ///
    /// Add `import StateMachineGraphs` for ``TraceStep`` if a step violates the property, or if
    /// Swift cannot write the value to compare with, for example because a state is not `Equatable`
    /// or its payload contains a struct. In the second case, the test compares descriptions
    /// (``ValueName``), which a new version of this library may change.
    ///
    /// Whereas `verify` covers every path, the test covers only this one. It may still fail after
    /// you have fixed the definition, for example because the last state now handles another event.
    /// You can then delete it.
    ///
    /// The value is `nil` if the counterexample has no trace, if the graph was explored with a key,
    /// or if the initial state itself violates the property: without an event, a test cannot tell
    /// whether you have fixed the definition.
    public var swiftTest: String? {
        var lines: [String]
        let message = property.debugDescription
        guard let trace, !isAbstracted, !trace.steps.isEmpty || loop?.steps.isEmpty == false else { return nil }
        switch proof {
        case .lastState:
            lines = [trace.swiftCode(isMutated: true)]
            if let loop {
                let circle = loop.swiftCode.split(separator: "\n").dropFirst()
                let value = isComparable ? "state" : "\"\\(ValueName(of: state))\""
                lines += ["let before = \(value)"] + circle.map(String.init)
                lines.append("#expect(\(value) != before, \(message))")
            } else {
                lines.append("#expect(\(difference(of: "state", from: trace.last)), \(message))")
            }
        case .lastStep:
            guard let step = trace.steps.last else { return nil }
            let before = Trace(from: trace.initial, events: Array(trace.events.dropLast()))
            lines = [before.swiftCode, "let step = TraceStep(from: state, event: \(swiftExpression(step.event)))"]
            lines.append("#expect(\(difference(from: step)), \(message))")
        }
        let body = lines.joined(separator: "\n").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let name = swiftTestHead(property, function: "counterexample")
        return "\(name) throws {\n\(body)\n}"
    }

    private var isComparable: Bool { Definition.self is any Equatable.Type }

    /// A condition that is true after any step but this one.
    private func difference(from step: TraceStep<Definition>) -> String {
        if let rejection = step.rejection {
            if rejection is TransitionError { return "step.isHandled" }
            guard hasExactValue(rejection) else {
                return "\"\\(step)\" != \("\(step)".debugDescription)"
            }
            return "step.rejection != \(swiftExpression(rejection))"
        }
        let difference = difference(of: "step.after", from: step.after)
        // A step that stays where it is looks like a rejected one.
        return "\(ValueName(of: step.before))" == "\(ValueName(of: step.after))"
            ? "!step.isHandled || \(difference)" : difference
    }

    /// A condition that is true for any state but this one.
    private func difference(of name: String, from state: Definition) -> String {
        guard isComparable, hasExactValue(state) else {
            return "\"\\(ValueName(of: \(name)))\" != \("\(ValueName(of: state))".debugDescription)"
        }
        return "\(name) != \(swiftExpression(state))"
    }
}

/// Whether a value is a case of an enum whose payload contains only cases, literals and collections
/// of them, so that an expression for it compiles everywhere and is equal to it.
private func hasExactValue(_ value: Any) -> Bool {
    func isWritten(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .struct: return mirror.children.isEmpty
        case .class, .foreignReference: return false
        case nil: return !((value as? any FloatingPoint)?.isNaN ?? false)
        default: return mirror.children.allSatisfy { isWritten($0.value) }
        }
    }
    return Mirror(reflecting: value).displayStyle == .enum && exactSwiftExpression(value) != nil && isWritten(value)
}
