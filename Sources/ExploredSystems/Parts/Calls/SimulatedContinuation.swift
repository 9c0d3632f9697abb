/// A continuation of a call under test, in place of a checked or an unsafe one.
///
/// Resuming a continuation twice is a fault.
public struct SimulatedContinuation<Success, Failure: Error>: Hashable, Sendable {
    let caller: Int
    let suspension: Int

    /// Resumes the call with a value or an error.
    public func resume(with result: Result<Success, Failure>, fileID: String = #fileID, line: Int = #line) {
        RunningCall.current?.call.resume(self, with: result, fileID: fileID, line: line)
    }

    /// Resumes the call with a value.
    public func resume(returning value: Success, fileID: String = #fileID, line: Int = #line) {
        resume(with: .success(value), fileID: fileID, line: line)
    }

    /// Resumes the call with an error.
    public func resume(throwing error: Failure, fileID: String = #fileID, line: Int = #line) {
        resume(with: .failure(error), fileID: fileID, line: line)
    }

    /// Resumes a call that expects no value.
    public func resume(fileID: String = #fileID, line: Int = #line) where Success == Void {
        resume(with: .success(()), fileID: fileID, line: line)
    }
}

extension SimulatedContinuation: DescribedPart {
    /// The caller, such as `caller 0`; for a later suspension, also its number.
    public var description: String { "caller \(caller)\(suspension > 0 ? " (\(suspension))" : "")" }

    var shown: Any { PartStatus([description]) }
}
