#if !hasFeature(Embedded)
extension Task where Failure == Never {
    /// Starts an unstructured task that inherits from the current task as a child task does.
    ///
    /// Every unstructured task inherits the base priority and the task-local values. A child task
    /// also inherits an escalated priority and the task executor, which this function passes on if
    /// the system version and the compiler (Swift 6.3 or later) support this. An escalated priority
    /// becomes the new task's base priority, because a task that is escalated only after its start
    /// begins with a lower priority.
    static func likeChild(_ operation: sending @escaping @isolated(any) () async -> Success) -> Task {
        #if compiler(>=6.3)
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
        #else
        // An executor that a task prefers cannot be passed on before `asTaskExecutor()`.
        return Task(operation: operation)
        #endif
    }
}
#endif
