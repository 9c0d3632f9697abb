import ExploredSystems

/// In place of the lock of the packages around SwiftNIO.
public struct LockedValueBox<Value>: Sendable {
    private let lock: SimulatedLock<Value>

    /// Protects a value.
    public init(_ value: Value) { lock = SimulatedLock(value) }

    /// Calls a closure with the value.
    public func withLockedValue<Result, Failure: Error>(
        fileID: String = #fileID,
        line: Int = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock(fileID: fileID, line: line, body)
    }
}
