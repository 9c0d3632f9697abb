import CBaselines
import StateMachines

extension Workload {
    /// A machine of 25 states, flat and in three levels.
    ///
    /// As many events change the state as change nothing, and a tenth as many enqueue another
    /// event. The checksum counts actions: one for each event that is handled, and one for each
    /// that is enqueued.
    static func largeMachines(_ amount: Amount) -> [Workload] {
        let flat = Baselines(c: ring_run, machine: PlainRing25.s0)
        let nested = Baselines(c: nested_ring_run, machine: PlainNestedRing.start)
        return [
            queued("large machine, flat", amount.large, flat, Ring25.s0),
            plain("large machine, flat, nothing enqueued", amount.large, flat, Ring25.s0),
            queued("large machine, three levels", amount.large, nested, NestedRing.start),
            plain("large machine, three levels, nothing enqueued", amount.large, nested, NestedRing.start),
        ]
    }

    /// The contenders without the library.
    private struct Baselines<Machine: PlainMachine> where Machine.Event == RingEvent {
        let c: (UnsafePointer<UInt8>, Int, Int) -> UInt64
        let machine: Machine

        func contenders(_ events: [RingEvent], _ passes: Int) -> [Contender] {
            let cEvents = events.map(\.rawValue)
            return [
                Contender(name: "C switch", role: .other) { .now { c(cEvents, cEvents.count, passes) } },
                Contender(name: "Swift switch", role: .baseline) {
                    .now { countActions(events, passes: passes, by: machine) }
                },
            ]
        }
    }

    private static func queued<Ring: StateDefinition>(
        _ name: String,
        _ amount: Amount,
        _ baselines: Baselines<some PlainMachine>,
        _ ring: Ring
    ) -> Workload where Ring.Event == RingEvent, Ring.Output == RingAction {
        let cycle: [RingEvent] = [.next, .stay, .next, .stay, .next, .spawn, .stay, .next, .stay, .next, .stay]
        let events = (0..<amount.events).flatMap { _ in cycle }
        let passes = amount.passes
        return Workload(
            name: name,
            // The events that follow are handled too.
            events: amount.total * 12,
            contenders: baselines.contenders(events, passes) + [
                Contender(name: "handleEvent, queue by hand", role: .ours) {
                    .now { countActions(events, passes: passes, by: ring) }
                },
                Contender(name: "StateMachine, onTransition hook that enqueues an event", role: .ours) {
                    let machine = StateMachine(ring)
                    let counter = Counter()
                    machine.onTransition { [unowned machine] transition in
                        if transition.output == .again, case .enqueued = machine.send(.follow) { counter.count += 1 }
                        if transition.event == .follow { counter.count += 1 }
                    }
                    machine.start()
                    return .now { countActions(events, passes: passes, by: machine) + UInt64(counter.count) }
                },
            ]
        )
    }

    private static func plain<Ring: StateDefinition>(
        _ name: String,
        _ amount: Amount,
        _ baselines: Baselines<some PlainMachine>,
        _ ring: Ring
    ) -> Workload where Ring.Event == RingEvent, Ring.Output == RingAction {
        let cycle: [RingEvent] = [.next, .stay, .next, .stay, .next, .stay, .next, .stay, .next, .stay]
        let events = (0..<amount.events).flatMap { _ in cycle }
        let passes = amount.passes
        return Workload(
            name: name,
            events: amount.total * 10,
            contenders: baselines.contenders(events, passes) + [
                Contender(name: "handleEvent", role: .ours) {
                    .now { countActions(events, passes: passes, by: ring) }
                },
                Contender(name: "StateMachine", role: .ours) {
                    let machine = StateMachine(ring)
                    machine.start()
                    return .now { countActions(events, passes: passes, by: machine) }
                },
            ]
        )
    }
}

extension Amount {
    /// Cycles of ten events or more: five million of them when time is measured, a thousand when
    /// instructions are counted.
    fileprivate var large: Amount {
        passes == 1 ? Amount(events: 1000, passes: 1) : Amount(events: 100_000, passes: 50)
    }
}

/// A queue of events by hand.
private struct RingQueue {
    private var events: [RingEvent] = []
    private var head = 0

    mutating func append(_ event: RingEvent) { events.append(event) }

    mutating func next() -> RingEvent? {
        guard head < events.count else {
            if head > 0 {
                events.removeAll(keepingCapacity: true)
                head = 0
            }
            return nil
        }
        defer { head += 1 }
        return events[head]
    }
}

@inline(never)
private func countActions<Machine: PlainMachine>(
    _ events: [RingEvent],
    passes: Int,
    by machine: Machine
) -> UInt64 where Machine.Event == RingEvent {
    var machine = machine
    var queue = RingQueue()
    var actions: UInt64 = 0
    for _ in 0..<passes {
        for sent in events {
            var next: RingEvent? = sent
            while let event = next {
                if machine.handle(event) {
                    actions &+= 1
                    if event == .spawn {
                        actions &+= 1
                        queue.append(.follow)
                    }
                }
                next = queue.next()
            }
        }
    }
    return actions
}

@inline(never)
private func countActions<Ring: StateDefinition>(
    _ events: [RingEvent],
    passes: Int,
    by ring: Ring
) -> UInt64 where Ring.Event == RingEvent, Ring.Output == RingAction {
    var ring = ring
    var queue = RingQueue()
    var actions: UInt64 = 0
    for _ in 0..<passes {
        for sent in events {
            var next: RingEvent? = sent
            while let event = next {
                do throws(Ring.Rejection) {
                    switch try ring.handleEvent(event) {
                    case .one: actions &+= 1
                    case .again:
                        actions &+= 2
                        queue.append(.follow)
                    }
                } catch {}
                next = queue.next()
            }
        }
    }
    return actions
}

/// The hook counts the events that are enqueued, and their actions.
@inline(never)
private func countActions<Ring: StateDefinition>(
    _ events: [RingEvent],
    passes: Int,
    by machine: StateMachine<Ring>
) -> UInt64 where Ring.Event == RingEvent, Ring.Output == RingAction {
    var actions: UInt64 = 0
    for _ in 0..<passes {
        for event in events {
            switch machine.send(event) {
            case .handled(.one), .handled(.again): actions &+= 1
            case .rejected, .enqueued, .dropped: break
            }
        }
    }
    return actions
}
