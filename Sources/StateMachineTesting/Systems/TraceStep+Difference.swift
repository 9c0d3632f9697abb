import StateMachineGraphs
import StateMachines

extension TraceStep where Definition: Equatable {
    /// What is different from another step with the same event, in a sentence.
    func difference(from expected: TraceStep) -> String? {
        if isHandled != expected.isHandled || after != expected.after {
            return "It does \(self), and the definition \(expected)."
        }
        if let (own, expected) = outcome.outputDifference(from: expected.outcome) {
            return "\(self): it returns \(own), and the definition \(expected)."
        }
        if exited != expected.exited || entered != expected.entered {
            return """
                \(self): it has \(activitiesText(exited: exited, entered: entered)), and the definition \
                \(activitiesText(exited: expected.exited, entered: expected.entered)).
                """
        }
        return nil
    }
}

extension TraceStep.Outcome {
    /// The names of two outputs, if both are there and differ.
    func outputDifference(from other: Self) -> (String, String)? {
        guard case .handled(let expected) = self, case .handled(let actual) = other else { return nil }
        let names = (ValueName(of: expected), ValueName(of: actual))
        return names.0 == names.1 ? nil : texts(expected, actual)
    }
}
