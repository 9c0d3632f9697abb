/// A task that the class under test starts, which does not run.
///
/// ``SimulatedCalls/tasks`` contains it. The work of the task is up to the system, which can offer
/// the calls that the task makes as the calls of another caller.
public struct SimulatedTask<Success, Failure: Error>: Hashable, Sendable {
    let task: Int

    /// Notes that a task is started.
    @discardableResult
    public init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        operation: sending @escaping @isolated(any) () async -> Success
    ) where Failure == Never {
        task = RunningCall.current?.call.startTask() ?? -1
    }

    /// Notes that a task is started.
    @discardableResult
    public init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        operation: sending @escaping @isolated(any) () async throws -> Success
    ) where Failure == any Error {
        task = RunningCall.current?.call.startTask() ?? -1
    }

    /// Notes that a task is started.
    @discardableResult
    public static func detached(
        name: String? = nil,
        priority: TaskPriority? = nil,
        operation: sending @escaping @isolated(any) () async -> Success
    ) -> Self where Failure == Never {
        Self(name: name, priority: priority, operation: operation)
    }

    /// Notes that a task is started.
    @discardableResult
    public static func detached(
        name: String? = nil,
        priority: TaskPriority? = nil,
        operation: sending @escaping @isolated(any) () async throws -> Success
    ) -> Self where Failure == any Error {
        Self(name: name, priority: priority, operation: operation)
    }

    /// Notes that the task is cancelled.
    public func cancel() { RunningCall.current?.call.cancelTask(task) }
}

extension SimulatedTask where Success == Never, Failure == Never {
    /// Whether the task of the current call is cancelled.
    public static var isCancelled: Bool { SimulatedCall.isCancelled }

    /// Throws an error if the task of the current call is cancelled.
    public static func checkCancellation() throws(CancellationError) {
        if isCancelled { throw CancellationError() }
    }
}
