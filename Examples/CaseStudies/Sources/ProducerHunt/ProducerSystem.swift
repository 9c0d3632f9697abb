import ExploredSystems

/// The producer's machine with its delegate, source and iterator, and the consumer's task.
struct ProducerSystem<Failure: Error>: ExploredSystem {
    typealias Machine = NIOThrowingAsyncSequenceProducer<Int, Failure, HighLow, Void>.StateMachine

    var machine = Machine(backPressureStrategy: HighLow())
    var hasDelegate = true, wasTold = false
    var tasks = SimulatedTasks(["consumer"])
    var hasIterator = false, hadIterator = false, hasSequence = true
    var mayProduce = true  // the latest instruction to the source
    var inFlight = 0  // elements that were accepted but not delivered yet
    var consumer: SimulatedTasks<String>.Phase? { tasks["consumer"] }

    static var initialStates: [ProducerSystem] { [ProducerSystem()] }
    static var properties: [Property] {
        [
            .never("the iterator and the sequence are released, but the delegate was not told") {
                !$0.hasIterator && !$0.hasSequence && !$0.wasTold
            },
            .never("the consumer has received the end, but the delegate was not told") {
                $0.consumer == .ended && !$0.wasTold
            },
            .never("the consumer waits although an element is available") {
                $0.consumer == .suspended && $0.inFlight > 0
            },
            .never("the consumer waits, but the source was told to stop") {
                $0.consumer == .suspended && !$0.mayProduce
            },
        ]
    }

    func moves(_ move: inout SystemMoves<ProducerSystem>) {
        for count in 0...2 where inFlight + count <= 3 {
            move("yield", of: count) {
                $0.inFlight += count
                switch $0.machine.yield(Array(repeating: 0, count: count)) {
                case .returnProduceMore: $0.mayProduce = true
                case .returnStopProducing: $0.mayProduce = false
                case .returnDropped: $0.inFlight -= count
                case .resumeContinuationAndReturnProduceMore: try $0.resume(mayProduce: true)
                case .resumeContinuationAndReturnStopProducing: try $0.resume(mayProduce: false)
                }
            }
        }
        for error in [nil, Thrown()] {
            move(error == nil ? "finish" : "fail") {
                if case .resumeContinuationWithFailureAndCallDidTerminate = $0.machine.finish(error as? Failure) {
                    try $0.tasks.resume("consumer", to: .ended)
                    $0.terminate()
                }
            }
        }
        if hasSequence, !hadIterator {
            move("make iterator") {
                ($0.hasIterator, $0.hadIterator) = (true, true)
                $0.machine.iteratorInitialized()
            }
        }
        if hasIterator, consumer == .ready {
            move("next") {
                if $0.tasks.isCancelled("consumer") { try $0.runCancelled() }
                $0.run($0.machine.next(continuation: nil))
            }
        }
        tasks.offer(&move, at: \.tasks) { system, _ in
            system.run(system.machine.next(continuation: NIOUnsafeContinuation(id: 0)))
        } cancel: { system, _ in
            try system.runCancelled()
        }
        if hasIterator, consumer == .ready || consumer == .ended {
            move("drop iterator") {
                $0.hasIterator = false
                if case .callDidTerminate = $0.machine.iteratorDeinitialized() { $0.terminate() }
            }
        }
        if hasSequence {
            move("drop sequence") {
                $0.hasSequence = false
                if case .callDidTerminate = $0.machine.sequenceDeinitialized() { $0.terminate() }
            }
        }
    }

    private mutating func runCancelled() throws(SystemFault) {
        switch machine.cancelled() {
        case .callDidTerminate: terminate()
        case .resumeContinuationWithCancellationErrorAndCallDidTerminate:
            try tasks.resume("consumer", to: .ended)
            terminate()
        case .none: break
        }
    }
    private mutating func run(_ action: Machine.NextAction) {
        switch action {
        case .returnElement: deliver(mayProduce: mayProduce)
        case .returnElementAndCallProduceMore: deliver(mayProduce: true)
        case .returnFailureAndCallDidTerminate:
            tasks["consumer"] = .ended
            terminate()
        case .returnCancellationError, .returnNil: tasks["consumer"] = .ended
        case .suspendTask_withoutContinuationOnly: tasks["consumer"] = .suspending
        case .produceMore_withContinuationOnly: mayProduce = true
        case .doNothing_withContinuationOnly: break
        }
    }
    private mutating func resume(mayProduce: Bool) throws(SystemFault) {
        try tasks.resume("consumer")
        deliver(mayProduce: mayProduce)
    }
    private mutating func deliver(mayProduce: Bool) {
        (inFlight, tasks["consumer"], self.mayProduce) = (inFlight - 1, .ready, mayProduce)
    }
    /// Tells the delegate once, because the storage then releases it.
    private mutating func terminate() { if hasDelegate { (hasDelegate, wasTold) = (false, true) } }
}
