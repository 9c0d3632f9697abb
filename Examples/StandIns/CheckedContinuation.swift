import ExploredSystems

/// In place of a checked continuation.
public typealias CheckedContinuation = SimulatedContinuation

/// In place of an unsafe continuation.
public typealias UnsafeContinuation = SimulatedContinuation

/// Suspends a call until its continuation is resumed.
public func withCheckedContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (CheckedContinuation<Success, Never>) -> Void
) async -> Success {
    await SimulatedCall.suspend(body)
}

/// Suspends a call until its continuation is resumed.
public func withCheckedThrowingContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (CheckedContinuation<Success, any Error>) -> Void
) async throws -> Success {
    try await SimulatedCall.suspend(body)
}

/// Suspends a call until its continuation is resumed.
public func withUnsafeContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (UnsafeContinuation<Success, Never>) -> Void
) async -> Success {
    await SimulatedCall.suspend(body)
}

/// Suspends a call until its continuation is resumed.
public func withUnsafeThrowingContinuation<Success>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (UnsafeContinuation<Success, any Error>) -> Void
) async throws -> Success {
    try await SimulatedCall.suspend(body)
}
