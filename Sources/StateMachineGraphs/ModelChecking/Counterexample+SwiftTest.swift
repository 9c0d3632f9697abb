import StateMachines

extension Counterexample {
    /// A test that fails as long as the property does: the events of the trace, and an expectation
    /// that the definition breaks.
    ///
    /// ```swift
    /// @Test func `an open door is never locked`() throws {
    ///     var state = Door.closed
    ///     try state.handleEvent(.lock)
    ///     #expect("\(ValueName(of: state))" != "locked", "an open door is never locked")
    /// }
    /// ```
    ///
    /// It needs `import StateMachineGraphs`, for `ValueName`. It tests this path only: a machine
    /// that is fixed otherwise, by an edge out of that state for instance, makes it obsolete.
    /// `verify` of the property tests all paths.
    ///
    /// `nil` if no path of the definition is known: if a state that should be reachable is not, or
    /// in a graph that was explored with a key.
    public var swiftTest: String? {
        var lines: [String]
        let message = property.debugDescription
        guard let trace, !isAbstracted else { return nil }
        switch proof {
        case .lastState:
            lines = [trace.swiftCode(isMutated: !trace.steps.isEmpty || loop?.steps.isEmpty == false)]
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
            lines = [before.swiftCode, "let step = TraceStep(from: state, event: \(swiftExpression(step.event)))"]
            lines.append("#expect(\"\\(step)\" != \("\(step)".debugDescription), \(message))")
        }
        let body = lines.joined(separator: "\n").split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let name = swiftTestHead(property, function: "counterexample")
        return "\(name) throws {\n\(body)\n}"
    }
}
