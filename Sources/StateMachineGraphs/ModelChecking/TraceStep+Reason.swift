import StateMachines

extension TraceStep {
    /// What is wrong with a step that breaks a claim.
    var reason: String {
        "\(ValueName(of: before)) \(isHandled ? "handles" : "rejects") \(ValueName(of: event))"
    }
}
