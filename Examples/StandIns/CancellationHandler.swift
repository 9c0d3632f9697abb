import ExploredSystems

/// Runs an operation with a handler that runs in the move that cancels the call.
public func withTaskCancellationHandler<Value>(
    operation: () async throws -> Value,
    onCancel handler: @Sendable () -> Void,
    isolation: isolated (any Actor)? = #isolation
) async rethrows -> Value {
    try await SimulatedCall.withCancellationHandler(operation: operation, onCancel: handler)
}
