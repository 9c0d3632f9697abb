/// The call that the current move makes, for the stand-ins in `Examples/StandIns`.
///
/// Use it in a stand-in of your own, for a function that the class under test calls. For example,
/// this function replaces a clock, whose time is a number that each move can change:
///
/// ```swift
/// nonisolated(unsafe) var seconds = 0
///
/// func now() -> Int { SimulatedCall.answer { seconds } }
/// ```
public enum SimulatedCall {
    /// The progress of a caller.
    public enum Phase: Hashable, Sendable {
        /// The caller can make a call. Callers begin in this phase.
        case ready

        /// The call waits until its continuation is resumed.
        case suspended

        /// The continuation was resumed, but the call has not continued yet.
        case resumed

        /// The call has returned or thrown an error.
        case ended
    }

    /// The progress of a task that the class under test has started.
    public enum TaskProgress: Hashable, Sendable {
        /// The task was started and not cancelled. The system decides when it ends.
        case running

        /// The task was cancelled.
        case cancelled
    }

    /// The numbers of suspensions, which each caller counts for itself.
    ///
    /// Add them to ``ExploredSystem/identifiers`` if callers call again after a call has ended.
    public static var identifiers: SystemIdentifiers {
        SystemIdentifiers(properties: "suspension").within(SystemIdentifiers(properties: "caller"))
    }

    /// Returns the result of a closure, which the call then remembers.
    ///
    /// To continue a suspended call, the exploration makes the call again. In this repetition, the
    /// method returns the earlier result and does not call the closure.
    public static func answer<Value, Failure: Error>(
        _ ask: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let running = RunningCall.current?.call else { return try ask() }
        return try running.answer(ask)
    }

    /// Whether the task of the call is cancelled.
    public static var isCancelled: Bool { RunningCall.current?.call.isCancelled ?? false }

    /// Suspends the call until its continuation is resumed.
    public static func suspend<Success, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (SimulatedContinuation<Success, Failure>) -> Void
    ) async throws(Failure) -> Success {
        if let result = RunningCall.current?.call.suspend(body) { return try result.get() }
        // The next step of the call is a repetition in another task.
        while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }

    /// Runs an operation with a handler that runs when the task of the call is cancelled.
    public static func withCancellationHandler<Value>(
        isolation: isolated (any Actor)? = #isolation,
        operation: () async throws -> Value,
        onCancel handler: () -> Void
    ) async rethrows -> Value {
        let running = RunningCall.current?.call
        running?.beginHandler(handler)
        defer { running?.endHandler() }
        return try await operation()
    }
}
