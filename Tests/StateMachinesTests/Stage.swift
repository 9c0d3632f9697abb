import StateMachineTestSupport
import StateMachines

/// A machine on an actor, and tasks around it, whose jobs a test runs.
actor Stage<Definition: StateDefinition> {
    typealias Sender = StateMachine<Definition>.Sender

    /// Whether the tasks of a run get the executor and the escalated priority of the run, so that
    /// their jobs wait here.
    static var isPossible: Bool {
        #if compiler(<6.3)
        return false
        #else
        if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
            return true
        } else {
            return false
        }
        #endif
    }

    nonisolated let executor = SteppedExecutor(ofTasks: false)
    nonisolated let tasks = SteppedExecutor(ofTasks: true)
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let machine: StateMachine<Definition>

    /// What happens, in order.
    nonisolated let journal = Journal<String>()

    /// The senders that the activities got, and one that belongs to none.
    nonisolated let senders = Journal<Sender>()

    init(_ state: Definition) { machine = StateMachine(state) }

    // MARK: Called by a test

    /// Runs all jobs, until none is left.
    nonisolated func settle() {
        while tasks.runFirst() || executor.runFirst() {}
    }

    /// Runs the jobs of tasks, until each of them waits for something or wants to be on the actor.
    nonisolated func settleTasks() {
        while tasks.runFirst() {}
    }

    /// Runs all jobs but the one of the actor that has waited longest.
    nonisolated func settleExceptFirst() {
        while true {
            if tasks.runFirst() { continue }
            guard executor.count > 1 else { return }
            executor.runLast()
        }
    }

    /// Begins a task whose jobs outside the actor wait here, too, and runs it to its first wait.
    nonisolated func begin(_ body: @escaping @Sendable () async -> Void) {
        _ = Task(executorPreference: tasks, operation: body)
        tasks.runLast()
    }

    /// Does something on the actor now, before all that waits.
    nonisolated func now(_ body: @escaping @Sendable (isolated Stage) -> Void) {
        begin { await body(self) }
        executor.runLast()
        tasks.runLast()
    }

    /// Begins a run of the machine, and goes on until everybody waits.
    nonisolated func run(
        until shouldEnd: @escaping @Sendable (Definition) -> Bool,
        _ work: @escaping @Sendable (Definition.Activity) async -> Void
    ) {
        begin {
            await self.drive(until: shouldEnd, work)
            self.journal.note("run over")
        }
        settle()
    }

    private func drive(
        until shouldEnd: @escaping @Sendable (Definition) -> Bool,
        _ work: @escaping @Sendable (Definition.Activity) async -> Void
    ) async {
        _ = await machine.run(until: shouldEnd) { [senders] activity, send in
            senders.note(send)
            await work(activity)
        }
    }
}
