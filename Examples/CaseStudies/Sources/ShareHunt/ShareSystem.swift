import ExploredSystems

/// A shared sequence with two iterators, and the task that iterates over the base sequence.
struct ShareSystem: ExploredSystem {
    typealias Iteration = AsyncShareSequence<Base>.Iteration
    /// The task between two calls of `iterate()`.
    enum Loop { case ready, inNext, ended }

    /// The consumers 0 and 1, and the task.
    var calls: SimulatedCalls<Iteration>
    var loop = Loop.ready
    /// The released iterators, and whether the sequence was released, before one of them or at all.
    var dropped: Set<Int> = [], isDropped = false, isDroppedEarly = false
    var produced = 0

    static let consumers = [0, 1], task = 2
    static var identifiers: [SystemIdentifiers] { [SimulatedCall.identifiers] }
    static var initialStates: [ShareSystem] {
        [.unbounded, .bounded(1)].map { ShareSystem(AsyncBufferSequencePolicy(policy: $0)) }
    }
    static var properties: [Property] {
        [
            .never("every consumer waits, but the task does not ask the base") { state in
                state.isAtRest && state.loop != .inNext && !state.calls.suspended.filter { $0 != task }.isEmpty
                    && consumers.allSatisfy { state.calls[$0] != .ready || state.dropped.contains($0) }
            },
            .never("an iterator is released last, but the task stays suspended") {
                $0.isAtRest && $0.isReleased && $0.isDroppedEarly && $0.calls[task] == .suspended
            },
            .never("the sequence is released last, but the task stays suspended") {
                $0.isAtRest && $0.isReleased && !$0.isDroppedEarly && $0.calls[task] == .suspended
            },
            .never("everything is released, but the task asks the base and is not cancelled") {
                $0.isAtRest && $0.isReleased && $0.loop == .inNext && $0.calls.tasks == [.running]
            },
        ]
    }

    var isReleased: Bool { isDropped && dropped.count == 2 }

    init(_ policy: AsyncBufferSequencePolicy) {
        calls = SimulatedCalls(callers: 3) {
            let iteration = Iteration({ Base.AsyncIterator() }, bufferingPolicy: policy)
            for _ in Self.consumers { _ = iteration.registerSide() }
            return iteration
        }
    }

    func moves(_ move: inout SystemMoves<ShareSystem>) {
        calls.offer(&move, at: \.calls, "next", callers: Self.consumers.filter { !dropped.contains($0) }) {
            try await $0.next(isolation: nil, id: $1)
        } returning: { system, consumer, result in
            if case .success(.some) = result { system.calls[consumer] = .ready }
        }
        for id in Self.consumers where [.ready, .ended].contains(calls[id]) && !dropped.contains(id) {
            move.optional("release iterator", of: id) {
                $0.dropped.insert(id)
                try $0.calls.perform { $0.unregisterSide(id) }
            }
        }
        if !isDropped {
            move.optional("release the sequence") {
                ($0.isDropped, $0.isDroppedEarly) = (true, $0.dropped.count < 2)
                try $0.calls.perform { $0.cancel() }
            }
        }
        let isRunning = !calls.tasks.isEmpty && loop == .ready
        calls.offer(
            &move,
            at: \.calls,
            "iterate",
            callers: isRunning ? [Self.task] : [],
            isOptional: false,
            isCancellable: false
        ) { iteration, _ in
            await iteration.iterate()
        } returning: { system, task, result in
            system.calls[task] = .ready
            system.loop = try result.get() ? .inNext : .ended
        }
        guard loop == .inNext else { return }
        func answer(_ result: Result<Int?, BaseFailure>, _ next: Loop) -> (inout ShareSystem) throws -> Void {
            { system in
                system.loop = next
                try system.calls.perform { $0.emit(result) }
            }
        }
        if produced < 2 {
            move.optional("element") {
                $0.produced += 1
                try answer(.success(0), .ready)(&$0)
            }
        }
        move.optional("finish", answer(.success(nil), .ready))
        move.optional("fail", answer(.failure(BaseFailure()), .ended))
        if calls.tasks == [.cancelled] { move("stop", answer(.success(nil), .ready)) }
    }
}
