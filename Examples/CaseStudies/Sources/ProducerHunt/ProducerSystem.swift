import ExploredSystems

/// The producer's machine with its delegate, source and iterator, and the consumer's task.
struct ProducerSystem<Failure: Error>: ExploredSystem {
    typealias Machine = NIOThrowingAsyncSequenceProducer<Int, Failure, HighLow, Void>.StateMachine
    enum Consumer { case idle, betweenLocks, waiting, ended }

    var machine = Machine(backPressureStrategy: HighLow())
    var hasDelegate = true, wasTold = false
    var consumer = Consumer.idle, isCancelled = false
    var hasIterator = false, hadIterator = false, hasSequence = true
    var mayProduce = true  // what the source was told last
    var inFlight = 0  // elements that were accepted, and are not delivered

    static var initialStates: [ProducerSystem] { [ProducerSystem()] }

    func moves(_ move: inout Moves<ProducerSystem>) {
        for count in 0...2 where inFlight + count <= 3 {
            move("yield", of: count) {
                $0.inFlight += count
                switch $0.machine.yield(Array(repeating: 0, count: count)) {
                case .returnProduceMore: $0.mayProduce = true
                case .returnStopProducing: $0.mayProduce = false
                case .returnDropped: $0.inFlight -= count
                case .resumeContinuationAndReturnProduceMore: $0.deliver(mayProduce: true)
                case .resumeContinuationAndReturnStopProducing: $0.deliver(mayProduce: false)
                }
            }
        }
        for fails in [false, true] {
            move(fails ? "fail" : "finish") {
                if case .resumeContinuationWithFailureAndCallDidTerminate = $0.machine.finish(
                    fails ? Thrown() as? Failure : nil
                ) {
                    $0.consumer = .ended
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
        if hasIterator, consumer == .idle {
            move("next") {
                if $0.isCancelled { $0.runCancelled() }
                $0.run($0.machine.next(continuation: nil))
            }
        }
        if consumer == .betweenLocks {
            move("suspend") {
                $0.consumer = .waiting
                $0.run($0.machine.next(continuation: NIOUnsafeContinuation(id: 0)))
            }
        }
        if !isCancelled {
            move("cancel", assuming: .cancellation) {
                $0.isCancelled = true
                if $0.consumer == .betweenLocks || $0.consumer == .waiting { $0.runCancelled() }
            }
        }
        if hasIterator, consumer == .idle || consumer == .ended {
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

    private mutating func runCancelled() {
        switch machine.cancelled() {
        case .callDidTerminate: terminate()
        case .resumeContinuationWithCancellationErrorAndCallDidTerminate: (consumer, _) = (.ended, terminate())
        case .none: break
        }
    }
    private mutating func run(_ action: Machine.NextAction) {
        switch action {
        case .returnElement: deliver(mayProduce: mayProduce)
        case .returnElementAndCallProduceMore: deliver(mayProduce: true)
        case .returnFailureAndCallDidTerminate: (consumer, _) = (.ended, terminate())
        case .returnCancellationError, .returnNil: consumer = .ended
        case .suspendTask_withoutContinuationOnly: consumer = .betweenLocks
        case .produceMore_withContinuationOnly: mayProduce = true
        case .doNothing_withContinuationOnly: break
        }
    }
    private mutating func deliver(mayProduce: Bool) {
        (inFlight, consumer, self.mayProduce) = (inFlight - 1, .idle, mayProduce)
    }
    /// The storage gives its delegate away with the first call.
    private mutating func terminate() { if hasDelegate { (hasDelegate, wasTold) = (false, true) } }
}
