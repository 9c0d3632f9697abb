public import StateMachines

/// An error that ends a run of a trace on a system.
public enum TraceRunError<Definition: StateDefinition>: Error {
    /// The system differs from the trace, throws an error or does not respond in time.
    case divergence(TraceDivergence<Definition>)

    /// This error was thrown by the closure that creates the systems.
    case noSystem(any Error)

    /// The task was cancelled.
    case cancelled

    /// Performs work and wraps its error.
    static func orDivergence<Result>(
        _ work: () throws(TraceDivergence<Definition>) -> Result
    ) throws(Self) -> Result {
        do throws(TraceDivergence<Definition>) { return try work() } catch { throw .divergence(error) }
    }
}

extension TraceRunError: CustomStringConvertible {
    /// The difference, the closure's error, or a sentence about the cancellation.
    public var description: String {
        switch self {
        case .divergence(let divergence): "\(divergence)"
        case .noSystem(let error): "\(error)"
        case .cancelled: "The run of a trace of \(Definition.self) was cancelled."
        }
    }
}
