import ExploredSystems

/// The channel's machine, two producers and two consumers, as ChannelStorage runs them.
struct ChannelSystem: ExploredSystem {
    enum Work { case idle, betweenLocks, suspended, resumed }  // resumed: still inside the cancellation handler
    /// A task that sends or asks some times.
    struct Worker {
        let isProducer: Bool, number: Int
        var work = Work.idle, isCancelled = false, left: Int
        /// The number of its next call.
        var id: UInt64 { UInt64(10 * number + left) }
    }

    var machine = ChannelStateMachine<Int, any Error>()
    var workers = [(true, 2), (true, 1), (false, 2), (false, 1)].enumerated().map {
        Worker(isProducer: $1.0, number: $0, left: $1.1)
    }
    var isFinished = false

    static let initialStates = [ChannelSystem()]

    func moves(_ move: inout Moves<ChannelSystem>) {
        for worker in workers {
            let number = worker.number
            if worker.work == .idle, worker.left > 0 {
                move(worker.isProducer ? "send" : "next", of: number) {
                    $0.workers[number].left -= 1
                    try worker.isProducer ? $0.send(number) : $0.next(number)
                    if $0.workers[number].work == .betweenLocks, worker.isCancelled { try $0.tell(number) }
                }
            }
            if worker.work == .betweenLocks { move("suspend", of: number) { try $0.suspend(number) } }
            if worker.work == .resumed { move("return", of: number) { $0.workers[number].work = .idle } }
            if !worker.isCancelled {
                move("cancel", of: number, assuming: .cancellation) {
                    $0.workers[number].isCancelled = true
                    if worker.work != .idle { try $0.tell(number) }
                }
            }
        }
        if isFinished { return }
        for fails in [false, true] {
            move(fails ? "fail" : "finish") {
                $0.isFinished = true
                if case .resumeProducersAndConsumers(let some, let others) = $0.machine.finish(
                    error: fails ? Thrown() : nil
                ) {
                    for one in some { try $0.wake(one?.id) }
                    for one in others { try $0.wake(one?.id) }
                }
            }
        }
    }

    private mutating func send(_ number: Int) throws(Fault) {
        switch machine.send() {
        case .resumeConsumer(let one): try wake(one?.id)
        case .suspend: workers[number].work = .betweenLocks
        }
    }
    private mutating func next(_ number: Int) throws(Fault) {
        switch machine.next() {
        case .resumeProducer(let one, _): try wake(one?.id)
        case .suspend: workers[number].work = .betweenLocks
        }
    }
    private mutating func suspend(_ number: Int) throws(Fault) {
        workers[number].work = .suspended
        let id = workers[number].id
        if workers[number].isProducer {
            switch machine.sendSuspended(continuation: UnsafeContinuation(id: number), element: 0, producerID: id) {
            case nil: break
            case .resumeProducer: try wake(number)
            case .resumeProducerAndConsumer(let one):
                try wake(number)
                try wake(one?.id)
            }
        } else {
            switch machine.nextSuspended(continuation: UnsafeContinuation(id: number), consumerID: id) {
            case nil: break
            case .resumeConsumer, .resumeConsumerWithError: try wake(number)
            case .resumeProducerAndConsumer(let one, _):
                try wake(number)
                try wake(one?.id)
            }
        }
    }
    /// Tells the machine that a call was cancelled.
    private mutating func tell(_ number: Int) throws(Fault) {
        let id = workers[number].id
        if workers[number].isProducer {
            if case .resumeProducer(let one) = machine.sendCancelled(producerID: id) { try wake(one?.id) }
        } else if case .resumeConsumer(let one) = machine.nextCancelled(consumerID: id) {
            try wake(one?.id)
        }
    }
    private mutating func wake(_ number: Int?) throws(Fault) {
        guard let number else { return }
        if workers[number].work != .suspended { throw Fault("a task is resumed twice") }
        workers[number].work = .resumed
    }
}
