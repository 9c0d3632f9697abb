import ExploredSystems

/// The machine with the tasks of its consumer, base and inner sequences.
struct FlatMapLatestSystem: ExploredSystem {
    typealias Machine = FlatMapLatestStateMachine<Numbers, Numbers>
    enum End { case finished, error }

    var machine = Machine(base: Numbers(), transform: { _ in Numbers() })
    var tasks = SimulatedTasks([TaskID.consumer]), end: End?, hasThrown = false
    /// The remaining elements of the base and of each inner sequence.
    var left: [TaskID: Int] = [:]
    /// A started inner sequence that the base has not yet reported to the machine.
    var started: Int?

    static let initialStates = [FlatMapLatestSystem()]
    static var properties: [Property] {
        [
            .never("the consumer waits, but no task can wake it") { $0.isWaiting && $0.tasks.areStuck },
            .never("the consumer waits, but no task listens to the base") {
                $0.isWaiting && $0.tasks[.base] == .suspended
            },
            .never("the consumer has ended, but a task stays suspended forever") {
                $0.end != nil && $0.tasks.areStuck && !$0.tasks.suspended.isEmpty
            },
            .never("the consumer was cancelled and has ended, but the base continues") {
                $0.tasks.isCancelled(.consumer) && $0.end == .finished && $0.baseContinues
            },
            .never("the consumer received the error of an inner sequence, but the base continues") {
                $0.end == .error && $0.baseContinues
            },
            .never("an error is lost") { $0.hasThrown && $0.end == .finished && !$0.tasks.isCancelled(.consumer) },
        ]
    }
    var isWaiting: Bool { tasks[.consumer] == .suspended }
    var baseContinues: Bool { tasks[.base] == .ready && started == nil && !tasks.isCancelled(.base) }

    func moves(_ move: inout SystemMoves<FlatMapLatestSystem>) {
        if tasks[.consumer] == .ready { move("next") { try $0.next() } }
        tasks.offer(&move, at: \.tasks, cancelling: [.consumer]) { system, id in
            switch id {
            case .consumer: try system.run(system.machine.next(for: UnsafeContinuation(id: id)))
            case .base: try system.run(system.machine.outerTaskSuspended(UnsafeContinuation(id: id)))
            case .inner(let generation):
                try system.run(system.machine.innerTaskSuspended(UnsafeContinuation(id: id), generation: generation))
            }
        } cancel: { system, _ in
            try system.run(system.machine.cancelled())
        }
        if let started {
            move("register inner", of: started) {
                $0.started = nil
                $0.tasks[.base] = .suspending
                $0.machine.innerTaskStarted(Task(id: .inner(started)), generation: started)
            }
        }
        for (id, left) in left where tasks[id] == .failing || tasks[id] == .ready && (id != .base || started == nil) {
            move("throw", of: id) {
                if $0.tasks[id] == .ready, !$0.tasks.isCancelled(id) { $0.hasThrown = true }
                $0.tasks[id] = .ended
                try $0.run($0.threw(id))
            }
            guard tasks[id] == .ready else { continue }
            if left > 0 {
                move("produce", of: id) {
                    $0.left[id] = left - 1
                    $0.tasks[id] = .suspending
                    try $0.run($0.produced(id))
                }
            }
            move("finish", of: id) {
                $0.tasks[id] = .ended
                try $0.run($0.finished(id))
            }
        }
    }

    private mutating func threw(_ id: TaskID) -> Machine.Action {
        guard case .inner(let generation) = id else { return machine.outerThrew(Thrown()) }
        return machine.innerThrew(Thrown(), generation: generation)
    }
    private mutating func produced(_ id: TaskID) -> Machine.Action {
        guard case .inner(let generation) = id else { return machine.outerElementProduced(0) }
        return machine.innerElementProduced(0, generation: generation)
    }
    private mutating func finished(_ id: TaskID) -> Machine.Action {
        guard case .inner(let generation) = id else { return machine.outerFinished() }
        return machine.innerFinished(generation: generation)
    }

    private mutating func next() throws(SystemFault) {
        if tasks.isCancelled(.consumer) { try run(machine.cancelled()) }
        switch machine.next() {
        case .returnElement: break
        case .returnNil: (end, tasks[.consumer]) = (.finished, .ended)
        case .throwError: (end, tasks[.consumer]) = (.error, .ended)
        case .startOuterTask:
            (left[.base], tasks[.base], tasks[.consumer]) = (2, .suspending, .suspending)
            machine.outerTaskStarted(Task(id: .base))
        case .suspend: tasks[.consumer] = .suspending
        }
    }

    private mutating func run(_ action: Machine.SuspendAction) throws(SystemFault) {
        switch action {
        case .resumeOuterContinuation(let one), .resumeInnerContinuation(let one): try resume(one.id)
        case .none: break
        }
        try resumeOthers()
    }

    private mutating func run(_ action: Machine.Action) throws(SystemFault) {
        switch action {
        case .startInnerTask(_, let generation, let former, let continuation):
            try cancel([former], [continuation?.id])
            (left[.inner(generation)], tasks[.inner(generation)]) = (1, .suspending)
            (started, tasks[.base]) = (generation, .ready)  // innerTaskStarted is called later, without the lock
        case .cancelInnerTask(let task, let continuation): try cancel([task], [continuation?.id])
        case .resumeDownstream(let one, let result):
            try tasks.resume(one.id)
            if case .success(.some) = result { break }
            if case .success = result { end = .finished } else { end = .error }
            tasks[.consumer] = .ended
        case .resumeOuterContinuation(let one): try resume(one.id)
        case .cancelTasks(let one, let other, let first, let second):
            try cancel([one, other], [first?.id, second?.id])
        case .none: break
        }
        try resumeOthers()
    }

    private mutating func cancel(_ some: [Task<Void, Never>?], _ continuations: [TaskID?]) throws(SystemFault) {
        for case let task? in some { tasks.cancel(task.id) }
        for case let id? in continuations { try resume(id, to: .failing) }
    }

    /// Resumes the continuations that the machine has resumed itself.
    private mutating func resumeOthers() throws(SystemFault) {
        defer { resumed = [] }
        for one in resumed { try resume(one.id, to: one.error == nil ? .ready : .failing) }
    }

    private mutating func resume(_ id: TaskID, to phase: SimulatedTasks<TaskID>.Phase = .ready) throws(SystemFault) {
        try tasks.resume(id, to: id == .consumer ? .ended : phase)
        if id == .consumer { end = phase == .ready ? .finished : .error }
    }
}
