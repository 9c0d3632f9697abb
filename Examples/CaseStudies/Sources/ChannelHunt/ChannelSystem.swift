import ExploredSystems

/// The channel with two producers and two consumers.
struct ChannelSystem: ExploredSystem {
    var machine = ChannelStateMachine<Int, any Error>()
    /// Tasks 0 and 1 send, 2 and 3 receive; `left` counts the remaining calls.
    var tasks = SimulatedTasks(0..<4), left = [2, 1, 2, 1]
    var isFinished = false

    static let initialStates = [ChannelSystem()]
    static var properties: [Property] {
        [
            .never("a producer and a consumer wait for each other") { state in
                [0..<2, 2..<4].allSatisfy { $0.contains { state.tasks[$0] == .suspended } }
            },
            .never("a task waits for a finished channel") { $0.isFinished && !$0.tasks.suspended.isEmpty },
            .never("a cancelled task waits") { $0.tasks.suspended.contains(where: $0.tasks.isCancelled) },
            .never("no task is in a call, but the channel stores cancelled tasks") { state in
                let memory = "\(state.machine)"
                return (0..<4).allSatisfy { state.tasks[$0] == .ready }
                    && ["Producers", "Consumers"].contains { memory.contains("cancelled\($0): Set([C") }
            },
        ]
    }

    func moves(_ move: inout SystemMoves<ChannelSystem>) {
        for task in 0..<4 where tasks[task] == .ready && left[task] > 0 {
            move(task < 2 ? "send" : "next", of: task) {
                $0.left[task] -= 1
                try $0.call(task)
                if $0.tasks[task] == .suspending, $0.tasks.isCancelled(task) { try $0.tell(task) }
            }
        }
        tasks.offer(&move, at: \.tasks, suspend: { try $0.suspend($1) }, cancel: { try $0.tell($1) })
        if isFinished { return }
        for error in [nil, Thrown()] {
            move(error == nil ? "finish" : "fail") {
                $0.isFinished = true
                if case .resumeProducersAndConsumers(let some, let others) = $0.machine.finish(error: error) {
                    for one in some { try $0.wake(one?.id) }
                    for one in others { try $0.wake(one?.id) }
                }
            }
        }
    }

    /// The number of a task's current call.
    private func id(_ task: Int) -> UInt64 { UInt64(10 * task + left[task]) }

    private mutating func call(_ task: Int) throws(SystemFault) {
        if task < 2 {
            if case .resumeConsumer(let one) = machine.send() { return try wake(one?.id) }
        } else if case .resumeProducer(let one, _) = machine.next() {
            return try wake(one?.id)
        }
        tasks[task] = .suspending
    }
    private mutating func suspend(_ task: Int) throws(SystemFault) {
        if task < 2 {
            switch machine.sendSuspended(continuation: UnsafeContinuation(id: task), element: 0, producerID: id(task)) {
            case nil: break
            case .resumeProducer: try wake(task)
            case .resumeProducerAndConsumer(let one): try wake(task, one?.id)
            }
        } else {
            switch machine.nextSuspended(continuation: UnsafeContinuation(id: task), consumerID: id(task)) {
            case nil: break
            case .resumeConsumer, .resumeConsumerWithError: try wake(task)
            case .resumeProducerAndConsumer(let one, _): try wake(task, one?.id)
            }
        }
    }
    /// Tells the machine that a call was cancelled.
    private mutating func tell(_ task: Int) throws(SystemFault) {
        if task < 2 {
            if case .resumeProducer(let one) = machine.sendCancelled(producerID: id(task)) { try wake(one?.id) }
        } else if case .resumeConsumer(let one) = machine.nextCancelled(consumerID: id(task)) {
            try wake(one?.id)
        }
    }
    private mutating func wake(_ some: Int?...) throws(SystemFault) {
        for case let task? in some { try tasks.resume(task, to: .returning) }
    }
}
