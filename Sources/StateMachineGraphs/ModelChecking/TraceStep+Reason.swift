import StateMachines

extension TraceStep {
    /// Why this step violates a property.
    var reason: String {
        "\(ValueName(of: before)) \(isHandled ? "handles" : "rejects") \(ValueName(of: event))"
    }
}
