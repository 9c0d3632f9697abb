import Dispatch
import Foundation
import StateMachineLocks

/// A thread for tasks that must continue while work blocks all other tasks' threads.
final class TaskThread: TaskExecutor {
    private struct Alarm {
        let time: ContinuousClock.Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Content {
        var jobs: [UnownedJob] = []
        var nextID = 0
        var alarms: [Int: Alarm] = [:]
        var isClosed = false
    }

    private let content = Locked(Content())
    private let wakeUp = DispatchSemaphore(value: 0)

    /// Starts the thread, which ends after ``close()``.
    init(name: String) {
        let thread = Thread { [self] in serve() }
        thread.name = name
        thread.start()
    }

    /// Lets the thread end once its tasks are done.
    func close() {
        content.withLock { $0.isClosed = true }
        wakeUp.signal()
    }

    /// Runs part of a task on the thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        content.withLock { $0.jobs.append(job) }
        wakeUp.signal()
    }

    /// Suspends a task until a duration elapses or the task is cancelled.
    ///
    /// `Task.sleep` would need one of the other threads.
    func sleep(for duration: Duration) async {
        let id = content.withLock { content in
            content.nextID += 1
            return content.nextID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = content.withLock { content in
                    if Task.isCancelled { return true }
                    content.alarms[id] = Alarm(time: .now + duration, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume() }
                wakeUp.signal()
            }
        } onCancel: {
            content.withLock { $0.alarms.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    // MARK: On the thread

    private func serve() {
        while true {
            let (jobs, alarms, next, isClosed) = content.withLock { content in
                let jobs = content.jobs
                content.jobs = []
                let now = ContinuousClock.now
                let due = content.alarms.filter { $0.value.time <= now }
                for id in due.keys { content.alarms[id] = nil }
                return (jobs, Array(due.values), content.alarms.values.map(\.time).min(), content.isClosed)
            }
            for alarm in alarms { alarm.continuation.resume() }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            guard jobs.isEmpty, alarms.isEmpty else { continue }
            if isClosed { return }
            guard let next else {
                wakeUp.wait()
                continue
            }
            let nanoseconds = (next - .now) / .nanoseconds(1)
            _ = wakeUp.wait(timeout: .now() + .nanoseconds(Int(max(0, nanoseconds.rounded(.up)))))
        }
    }
}
