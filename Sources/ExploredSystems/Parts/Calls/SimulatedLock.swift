/// A lock of a class under test, which keeps its value from one move to the next.
///
/// Taking a lock that the same call already holds is a fault, since the call would wait forever.
public final class SimulatedLock<Value>: Sendable {
    nonisolated(unsafe) private var value: Value
    nonisolated(unsafe) private var isHeld = false

    /// Creates a lock with its first value.
    public init(_ value: Value) {
        self.value = value
        RunningCall.current?.call.add(self)
    }

    /// Calls a closure with the value.
    public func withLock<Result, Failure: Error>(
        fileID: String = #fileID,
        line: Int = #line,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try SimulatedCall.answer { () throws(Failure) -> Result in
            if isHeld {
                RunningCall.current?.call.note(
                    SystemFault("a call takes a lock that it already holds", fileID: fileID, line: line)
                )
            }
            let wasHeld = isHeld
            isHeld = true
            // A copy, because the closure may wrongly take the lock again.
            var copy = value
            defer { (value, isHeld) = (copy, wasHeld) }
            return try body(&copy)
        }
    }
}

/// A lock whose value a move can put in and take out.
protocol CallLock {
    var content: Any { get }
    func put(_ content: Any)
}

extension SimulatedLock: CallLock {
    var content: Any { value }

    func put(_ content: Any) {
        if let content = content as? Value { value = content }
    }
}
