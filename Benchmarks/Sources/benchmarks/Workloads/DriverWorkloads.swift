import Foundation
import StateMachines
import Synchronization

extension Workload {
    /// Events that come from other tasks.
    static func drivers(_ amount: Amount) -> [Workload] {
        let count = min(amount.total, 200_000)
        return [
            Workload(
                name: "driver",
                events: count,
                contenders: [
                    Contender(name: "actor call", role: .baseline, takesTasks: true) {
                        let machine = PlainCounting()
                        return .later {
                            var handled: UInt64 = 0
                            for _ in 0..<count { tally(await machine.handle(.count), &handled) }
                            return handled
                        }
                    },
                    Contender(name: "AsyncStream", role: .other, takesTasks: true) {
                        .later {
                            let (events, sink) = AsyncStream.makeStream(of: Counting.Event.self)
                            for _ in 0..<count { sink.yield(.count) }
                            sink.finish()
                            var handled: UInt64 = 0
                            for await _ in events { tally(true, &handled) }
                            return handled
                        }
                    },
                    Contender(name: "run, events sent by an activity", role: .ours, takesTasks: true) {
                        let host = CountingHost()
                        return .later {
                            let total = Mutex<UInt64>(0)
                            await host.run { send in
                                var handled: UInt64 = 0
                                for _ in 0..<count { tally(await send(.count).isHandled, &handled) }
                                total.withLock { [handled] in $0 = handled }
                                await send(.finish)
                            }
                            return total.withLock { $0 }
                        }
                    },
                    Contender(name: "sender to an actor", role: .ours, takesTasks: true) {
                        let host = CountingHost()
                        return .later {
                            let send = await host.sender()
                            var handled: UInt64 = 0
                            for _ in 0..<count { tally(await send(.count).isHandled, &handled) }
                            return handled
                        }
                    },
                ]
            ),
            turns(min(amount.total, 20_000)),
            latency(min(amount.total, 300)),
        ]
    }

    /// An activity is entered, its work starts, the activity is exited, and its work is cancelled
    /// and ends.
    private static func turns(_ count: Int) -> Workload {
        Workload(
            name: "driver, work from start to cancellation",
            events: count,
            contenders: [
                Contender(name: "cancelled Task", role: .baseline, takesTasks: true) {
                    .later {
                        let (started, cancelled) = (Gate(), Gate())
                        for _ in 0..<count {
                            let task = Task { await work(started, cancelled) }
                            await started.pass()
                            task.cancel()
                            await task.value
                        }
                        return UInt64(count)
                    }
                },
                Contender(name: "run, one event to start and one to cancel", role: .ours, takesTasks: true) {
                    .later {
                        let (started, cancelled, ended) = (Gate(), Gate(), Gate())
                        let host = ShiftHost()
                        let send = await host.sender()
                        let run = Task {
                            await host.run {
                                await work(started, cancelled)
                                ended.open()
                            }
                        }
                        for _ in 0..<count {
                            await send(.begin)
                            await started.pass()
                            await send(.end)
                            await ended.pass()
                        }
                        run.cancel()
                        await run.value
                        return UInt64(count)
                    }
                },
            ]
        )
    }

    /// An event is posted to the main actor and handled there before the next one is posted, while
    /// tasks compute on all threads of the pool.
    ///
    /// An event that needed a thread of the pool would wait for these tasks.
    private static func latency(_ count: Int) -> Workload {
        Workload(
            name: "driver, one event after another to the main actor, with a busy pool",
            events: count,
            countsAllocations: false,
            contenders: [
                Contender(name: "Task on the main actor", role: .baseline, takesTasks: true) {
                    .later {
                        await BusyPool.during { @MainActor in
                            for _ in 0..<count {
                                await withCheckedContinuation { handled in
                                    Task { @MainActor in handled.resume() }
                                }
                            }
                        }
                        return UInt64(count)
                    }
                },
                Contender(name: "sender, post", role: .ours, takesTasks: true) {
                    .later {
                        await BusyPool.during { @MainActor in
                            let machine = StateMachine(Counting.working)
                            let sender = machine.sender()
                            var handled: CheckedContinuation<Void, Never>?
                            machine.onTransition { _ in handled?.resume() }
                            for _ in 0..<count {
                                await withCheckedContinuation {
                                    handled = $0
                                    sender.post(.count)
                                }
                            }
                        }
                        return UInt64(count)
                    }
                },
                Contender(name: "sender, send", role: .ours, takesTasks: true) {
                    .later {
                        await BusyPool.during { @MainActor in
                            let machine = StateMachine(Counting.working)
                            let sender = machine.sender()
                            for _ in 0..<count { await sender.send(.count) }
                        }
                        return UInt64(count)
                    }
                },
            ]
        )
    }

    /// Opens a gate when it has started, and another one when it is cancelled.
    private static func work(_ started: Gate, _ cancelled: Gate) async {
        await withTaskCancellationHandler {
            started.open()
            await cancelled.pass()
        } onCancel: {
            cancelled.open()
        }
    }
}

/// Counts, outside the actor, between two calls of it.
///
/// Without this the optimizer would remove the hops.
@inline(never)
private func tally(_ isHandled: Bool, _ count: inout UInt64) {
    if isHandled { count &+= 1 }
}

/// Tasks that compute on all threads of the pool.
private final class BusyPool: Sendable {
    private let isOver = Atomic(false)

    /// Does something on the main actor while more tasks compute than the pool has threads.
    @MainActor
    static func during(_ body: @MainActor () async -> Void) async {
        let pool = BusyPool()
        await withTaskGroup { group in
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                group.addTask(priority: .high) { await pool.compute() }
            }
            await body()
            pool.isOver.store(true, ordering: .relaxed)
        }
    }

    /// Gives the thread away once in a while, so that what waits for one is late, but not forever.
    private func compute() async {
        while !isOver.load(ordering: .relaxed) {
            let end = ContinuousClock.now + .milliseconds(1)
            while ContinuousClock.now < end {}
            await Task.yield()
        }
    }
}
