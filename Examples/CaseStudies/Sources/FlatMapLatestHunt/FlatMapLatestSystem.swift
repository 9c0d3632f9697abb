import ExploredSystems

/// The machine, its consumer, the task of the base sequence, and the tasks of the inner sequences.
struct FlatMapLatestSystem: ExploredSystem {
    typealias Machine = FlatMapLatestStateMachine<Numbers, Numbers>
    enum Consumer { case idle, betweenLocks, waiting, gotNil, gotError }
    enum Work: Equatable {
        case ready, suspended, iterating
        case registering(Int)
        case resumedWithError, ended
    }
    struct Worker { var work = Work.ready, isCancelled = false, left = 1 }

    var machine = Machine(base: Numbers(), transform: { _ in Numbers() })
    var consumer = Consumer.idle, isConsumerCancelled = false, hasThrown = false
    /// The task of the base is number 1; that of the inner sequence of a generation comes after it.
    var workers: [Int: Worker] = [:]

    static let initialStates = [FlatMapLatestSystem()]

    var isEveryTaskStuck: Bool { workers.values.allSatisfy { $0.work == .suspended || $0.work == .ended } }

    func moves(_ move: inout Moves<FlatMapLatestSystem>) {
        if consumer == .idle { move("next") { try $0.next() } }
        if consumer == .betweenLocks {
            move("suspend consumer") {
                $0.consumer = .waiting
                try $0.run($0.machine.next(for: UnsafeContinuation(id: 0)))
            }
        }
        if !isConsumerCancelled, consumer != .gotNil, consumer != .gotError {
            move("cancel consumer", assuming: .cancellation) {
                $0.isConsumerCancelled = true
                if $0.consumer != .idle { try $0.run($0.machine.cancelled()) }
            }
        }
        for (id, worker) in workers {
            if id == 1 { baseMoves(worker, &move) } else { innerMoves(worker, generation: id - 1, &move) }
        }
    }

    private func baseMoves(_ base: Worker, _ move: inout Moves<FlatMapLatestSystem>) {
        switch base.work {
        case .ready:
            move("base suspends") {
                $0.workers[1]?.work = .suspended
                try $0.run($0.machine.outerTaskSuspended(UnsafeContinuation(id: 1)))
            }
        case .registering(let generation):
            move("register inner") {
                $0.workers[1]?.work = .ready
                $0.machine.innerTaskStarted(Task(id: 1 + generation), generation: generation)
            }
        case .iterating, .resumedWithError:
            move("base throws") {
                if base.work == .iterating, !base.isCancelled { $0.hasThrown = true }
                $0.workers[1]?.work = .ended
                try $0.run($0.machine.outerThrew(Thrown()))
            }
            guard base.work == .iterating else { return }
            if base.left > 0 {
                move("base produces") {
                    $0.workers[1] = Worker(isCancelled: base.isCancelled, left: base.left - 1)
                    try $0.run($0.machine.outerElementProduced(0))
                }
            }
            move("base finishes") {
                $0.workers[1]?.work = .ended
                try $0.run($0.machine.outerFinished())
            }
        case .suspended, .ended: break
        }
    }

    private func innerMoves(_ inner: Worker, generation: Int, _ move: inout Moves<FlatMapLatestSystem>) {
        let id = 1 + generation
        if inner.work == .ready {
            move("inner suspends", of: generation) {
                $0.workers[id]?.work = .suspended
                try $0.run($0.machine.innerTaskSuspended(UnsafeContinuation(id: id), generation: generation))
            }
        }
        if inner.work == .iterating || inner.work == .resumedWithError {
            move("inner throws", of: generation) {
                if inner.work == .iterating, !inner.isCancelled { $0.hasThrown = true }
                $0.workers[id]?.work = .ended
                try $0.run($0.machine.innerThrew(Thrown(), generation: generation))
            }
        }
        guard inner.work == .iterating else { return }
        if inner.left > 0 {
            move("inner produces", of: generation) {
                $0.workers[id] = Worker(isCancelled: inner.isCancelled, left: 0)
                try $0.run($0.machine.innerElementProduced(0, generation: generation))
            }
        }
        move("inner finishes", of: generation) {
            $0.workers[id]?.work = .ended
            try $0.run($0.machine.innerFinished(generation: generation))
        }
    }

    private mutating func next() throws(Fault) {
        if isConsumerCancelled { try run(machine.cancelled()) }
        switch machine.next() {
        case .returnElement: break
        case .returnNil: consumer = .gotNil
        case .throwError: consumer = .gotError
        case .startOuterTask:
            workers[1] = Worker(left: 2)
            machine.outerTaskStarted(Task(id: 1))
            consumer = .betweenLocks
        case .suspend: consumer = .betweenLocks
        }
    }

    private mutating func run(_ action: Machine.SuspendAction) throws(Fault) {
        switch action {
        case .resumeOuterContinuation(let one), .resumeInnerContinuation(let one): try resume(one.id)
        case .none: break
        }
        try resumeWhatTheMachineResumed()
    }

    private mutating func run(_ action: Machine.Action) throws(Fault) {
        switch action {
        case .startInnerTask(_, let generation, let former, let continuation):
            if let former { try cancel(former, continuation) }
            workers[1 + generation] = Worker()
            workers[1]?.work = .registering(generation)  // innerTaskStarted is called later, without the lock
        case .cancelInnerTask(let task, let continuation): try cancel(task, continuation)
        case .resumeDownstream(let one, let result):
            guard consumer == .waiting, one.id == 0 else { throw Fault("the consumer is resumed twice") }
            switch result {
            case .success(nil): consumer = .gotNil
            case .success: consumer = .idle
            case .failure: consumer = .gotError
            }
        case .resumeOuterContinuation(let one): try resume(one.id)
        case .cancelTasks(let one, let other, let first, let second):
            for task in [one, other] { if let task { workers[task.id]?.isCancelled = true } }
            for one in [first, second] { if let one { try resume(one.id, .resumedWithError) } }
        case .none: break
        }
        try resumeWhatTheMachineResumed()
    }

    private mutating func cancel<Value>(_ task: Task<Void, Never>, _ continuation: UnsafeContinuation<Value, Error>?)
        throws(Fault)
    {
        workers[task.id]?.isCancelled = true
        if let continuation { try resume(continuation.id, .resumedWithError) }
    }

    private mutating func resumeWhatTheMachineResumed() throws(Fault) {
        defer { resumed = [] }
        for one in resumed { try resume(one.id, one.error == nil ? .iterating : .resumedWithError) }
    }

    private mutating func resume(_ id: Int, _ work: Work = .iterating) throws(Fault) {
        if id == 0, consumer == .waiting {
            consumer = work == .iterating ? .gotNil : .gotError
        } else if workers[id]?.work == .suspended {
            workers[id]?.work = work
        } else {
            throw Fault("a continuation is resumed twice")
        }
    }
}
