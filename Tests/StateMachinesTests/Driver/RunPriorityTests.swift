import Dispatch
import StateMachineTestSupport
import StateMachines
import Testing

/// An executor with a queue of its own, which counts its jobs.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tests of task executors")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private enum Context {
    @TaskLocal static var value = 0
}

/// Activities get what child tasks of their run would get.
@Suite(.timeLimit(.minutes(2)), .computing) struct RunPriorityTests {
    /// What a task has of its surroundings.
    struct Surroundings: Equatable {
        let value = Context.value
        let priority = Task.currentPriority
        let hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    }

    @Test(.enabled(if: Stage<Listing>.isPossible))
    func `an activity has the task-local values, the priority and the task executor of its run`() async throws {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else { return }
        let found = Journal<Surroundings>()
        let run = Task(executorPreference: QueueExecutor(), priority: .low) {
            await Context.$value.withValue(7) {
                let machine = StateMachine(Listing(list: [1]))
                await machine.run(until: \.list.isEmpty) { activity, send in
                    found.note(Surroundings())
                    await send(.list(activity < 3 ? [activity + 1] : []))
                }
                found.note(
                    await withTaskGroup { group in
                        group.addTask { Surroundings() }
                        return await group.next() ?? Surroundings()
                    }
                )
            }
        }
        // Waiting for the task would give it the priority of this one, at some moment in between.
        #expect(await eventually { found.entries.count == 4 })
        await run.value
        #expect(found.entries.count == 4)
        #expect(Set(found.entries.map { "\($0)" }).count == 1)
        #expect(found.entries.first?.hasExecutor == true)
    }

    @Test(.enabled(if: Stage<Listing>.isPossible))
    func `a priority that the run is given later reaches its activities, old and new`() async throws {
        guard #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) else { return }
        let found = Journal<String>()
        let run = Task(priority: .low) {
            let machine = StateMachine(Listing(list: [1]))
            await machine.run(until: \.list.isEmpty) { activity, send in
                found.note("\(activity) began, \(Task.currentPriority)")
                guard activity == 1 else {
                    await send(.list([]))
                    return
                }
                await withTaskPriorityEscalationHandler {
                    _ = await eventually { found.entries.contains("escalated") }
                } onPriorityEscalated: { _, _ in
                    found.note("escalated")
                }
                found.note("\(Task.currentPriority)")
                await send(.list([2]))
            }
        }
        try #require(await eventually { found.entries == ["1 began, \(TaskPriority.low)"] })
        run.escalatePriority(to: .high)
        await run.value
        #expect(
            found.entries == [
                "1 began, \(TaskPriority.low)", "escalated", "\(TaskPriority.high)", "2 began, \(TaskPriority.high)",
            ]
        )
    }
}
