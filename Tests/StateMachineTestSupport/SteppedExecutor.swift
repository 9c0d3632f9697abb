import StateMachineLocks

/// Jobs of an actor, or of tasks, that wait until a test runs them, on the test's own thread.
///
/// When all that takes part runs here, nothing depends on the order in which threads happen to run:
/// a test decides who is first, and sees when nobody has anything left to do.
package final class SteppedExecutor: SerialExecutor, TaskExecutor {
    private let isOfTasks: Bool
    private let jobs = Locked<[UnownedJob]>([])

    package init(ofTasks isOfTasks: Bool) { self.isOfTasks = isOfTasks }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// How many jobs wait.
    package var count: Int { jobs.withLock(\.count) }

    /// Runs the job that has waited longest.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func runFirst() -> Bool {
        run(jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() })
    }

    /// Runs the job that came last, before those that have waited longer.
    package func runLast() {
        run(jobs.withLock { $0.popLast() })
    }

    @discardableResult
    private func run(_ job: UnownedJob?) -> Bool {
        guard let job else { return false }
        if isOfTasks {
            job.runSynchronously(on: asUnownedTaskExecutor())
        } else {
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
        return true
    }
}
