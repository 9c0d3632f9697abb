import AsyncAlgorithms
import Foundation
import Synchronization

// A channel stores a cancelled call of `next` forever if the call was resumed but has not returned.
// An executor that delays its jobs makes this order certain.

final class HeldExecutor: TaskExecutor {
    private struct Held {
        var isOpen = true
        var jobs: [UnownedJob] = []
    }
    private let held = Mutex(Held())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let runsNow = held.withLock {
            if !$0.isOpen { $0.jobs.append(job) }
            return $0.isOpen
        }
        if runsNow { run(job) }
    }
    func hold() { held.withLock { $0.isOpen = false } }
    func open() {
        let jobs = held.withLock { held in
            defer { held = Held() }
            return held.jobs
        }
        for job in jobs { run(job) }
    }
    private func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}

/// Returns the resident memory of the process in bytes, on Linux.
func residentMemory() -> Int {
    let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (pages.flatMap { Int($0[1]) } ?? 0) * 4096
}

func rounds(_ count: Int, cancels: Bool) async {
    let channel = AsyncChannel<Int>()
    let executor = HeldExecutor()
    let before = residentMemory()
    for round in 0..<count {
        let consumer = Task(executorPreference: executor) {  // waits for an element immediately
            var iterator = channel.makeAsyncIterator()
            return await iterator.next()
        }
        executor.hold()
        await channel.send(round)  // resumes the consumer, whose job is delayed
        if cancels { consumer.cancel() }
        executor.open()
        _ = await consumer.value
    }
    print(cancels ? "cancelled:" : "not cancelled:", (residentMemory() - before) / count, "bytes remain for each call")
}

await rounds(1000, cancels: false)
await rounds(20_000, cancels: false)
await rounds(20_000, cancels: true)
