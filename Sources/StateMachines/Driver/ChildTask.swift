#if !hasFeature(Embedded)
extension Task where Failure == Never {
    /// Starts a task with a handle that gets from the present task what a child of it would get.
    ///
    /// A task inherits the base priority and the task-local values of the one that starts it. A child has its parent's escalated
    /// priority and task executor, too; these are passed on where the system has the means. (An escalated priority becomes the base
    /// priority here, unlike that of a child: escalated only after it has been made, the task would begin with a lower one.)
    static func likeChild(_ operation: sending @escaping @isolated(any) () async -> Success) -> Task {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else {
            return Task(operation: operation)
        }
        let current = Task<Never, Never>.currentPriority
        let isEscalated = Task<Never, Never>.basePriority.map { $0 < current } ?? false
        let priority = isEscalated ? current : nil
        guard let executor = withUnsafeCurrentTask(body: { $0?.unownedTaskExecutor?.asTaskExecutor() }) else {
            return Task(priority: priority, operation: operation)
        }
        return Task(executorPreference: executor, priority: priority, operation: operation)
    }
}
#endif
