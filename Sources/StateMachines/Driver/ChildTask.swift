#if !hasFeature(Embedded)
extension Task where Success == Void, Failure == Never {
    /// Starts a task with a handle that gets from the present task what a child of it would get.
    ///
    /// A task inherits the base priority and the task-local values of the one that starts it. A child has its parent's escalated
    /// priority and task executor, too; these are passed on where the system has the means.
    static func likeChild(_ operation: sending @escaping () async -> Void) -> Task {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else {
            return Task(operation: operation)
        }
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        let task = Task(executorPreference: executor, operation: operation)
        let priority = Task<Never, Never>.currentPriority
        if let base = Task<Never, Never>.basePriority, priority > base { task.escalatePriority(to: priority) }
        return task
    }
}
#endif
