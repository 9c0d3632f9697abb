import StateMachineGraphs
import StateMachines

extension TraceStep where Definition: Equatable {
    /// Returns a sentence about the difference from an expected step with the same event, if any.
    func difference(from expected: TraceStep) -> String? {
        if isHandled != expected.isHandled || !areSame(after, expected.after) {
            return "The machine took the step \(self), but the definition takes \(expected)."
        }
        if rejection != expected.rejection {
            return "The machine took the step \(self), but the definition takes \(expected)."
        }
        if let (own, expected) = outcome.outputDifference(from: expected.outcome) {
            return "\(self): the machine returned \(own), but the definition returns \(expected)."
        }
        if !areSame(exited, expected.exited) || !areSame(entered, expected.entered) {
            return """
                \(self): the machine reported \(activitiesText(exited: exited, entered: entered)), but the definition has \
                \(activitiesText(exited: expected.exited, entered: expected.entered)).
                """
        }
        return nil
    }
}

extension TraceStep.Outcome {
    /// Returns the names of two outputs if both exist and are different.
    func outputDifference(from other: Self) -> (String, String)? {
        guard case .handled(let expected) = self, case .handled(let actual) = other else { return nil }
        let names = (ValueName(of: expected), ValueName(of: actual))
        return names.0 == names.1 ? nil : texts(expected, actual)
    }
}
