import StateMachines

extension TraceStep {
    /// The reason why this step violates a property.
    var reason: String {
        "\(ValueName(of: before)) \(isHandled ? "handles" : "rejects") \(ValueName(of: event))"
    }
}
