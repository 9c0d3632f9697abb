import StateMachines

extension Counterexample {
    /// The code of a test that fails while the definition violates the property.
    ///
    /// The test sends the events of the trace and expects a different result:
    ///
    /// ```swift
    /// @Test func `an open door is never locked`() throws {
    ///     var state = Door.closed
    ///     try state.handleEvent(.lock)
    ///     #expect("\(ValueName(of: state))" != "locked", "an open door is never locked")
    /// }
    /// ```
    ///
    /// To compile the test, add `import StateMachineGraphs` for `ValueName`.
    ///
    /// The test covers only this path. To test every path, use `verify`. The test may still fail
    /// after you have fixed the definition, for example if you added a transition that leads out of
    /// the last state. You can then delete the test.
    ///
    /// The value is `nil` if the counterexample has no trace, or if the graph was explored with a
    /// key.
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
