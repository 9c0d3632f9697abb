#if !hasFeature(Embedded)
extension Task where Success == Void, Failure == Never {
    /// Starts a task with a handle that gets from the present task what a child of it would get.
    ///
    /// A task inherits the base priority and the task-local values of the one that starts it. A child has its parent's escalated
    /// priority and task executor, too; these are passed on where the system has the means. (An escalated priority becomes the base
    /// priority here, unlike that of a child: escalated only after it has been made, the task would begin with a lower one.)
    static func likeChild(_ operation: sending @escaping () async -> Void) -> Task {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else {
            return Task(operation: operation)
        }
        let executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
        let priority = Task<Never, Never>.currentPriority
        let isEscalated = Task<Never, Never>.basePriority.map { $0 < priority } ?? false
        return Task(executorPreference: executor, priority: isEscalated ? priority : nil, operation: operation)
    }
}
#endif
