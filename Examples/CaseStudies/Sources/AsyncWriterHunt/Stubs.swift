// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import ExploredSystems

public typealias NIOLockedValueBox = LockedValueBox
public typealias NIOUnsafeContinuation = UnsafeContinuation

public func withNIOUnsafeThrowingContinuation<Success>(
    _ body: (NIOUnsafeContinuation<Success, any Error>) -> Void
) async throws -> Success {
    try await withUnsafeThrowingContinuation(body)
}

/// The number of the call, in place of an atomic counter.
nonisolated(unsafe) var callNumber: UInt64 = 0
public struct ManagedAtomic<Value>: Sendable {
    public enum Ordering { case relaxed }
    public init(_ value: UInt64) where Value == UInt64 {}
    public func loadThenWrappingIncrement(ordering: Ordering) -> UInt64 { callNumber }
}

struct Sink: NIOAsyncWriterSinkDelegate {
    func didYield(contentsOf sequence: [Int]) {}
    func didTerminate(error: (any Error)?) {}
}
