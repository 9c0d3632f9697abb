import CBaselines
import StateMachines

extension Workload {
    /// A payload of 10,000 numbers and a text that grows to a thousand characters, updated in
    /// place.
    static func payload(_ amount: Amount) -> Workload {
        let size = 10_000
        var generator = SeededGenerator(state: 3)
        let events = (0..<amount.events).map { index -> Note.Event in
            if index % 2000 == 1999 { return .clear }
            return index.isMultiple(of: 2) ? .set(index: .random(in: 0..<UInt16(size), using: &generator)) : .type
        }
        let cEvents = events.map(note_event.init)
        let items = Array(repeating: 0, count: size)
        let passes = amount.passes

        @Sendable func sum(_ handled: UInt64, _ items: [Int]) -> UInt64 { handled + UInt64(items[7]) }
        return Workload(
            name: "payload updated in place",
            events: amount.total,
            payloadSize: size * MemoryLayout<Int>.stride,
            contenders: [
                Contender(name: "C switch", role: .other) { .now { note_run(cEvents, cEvents.count, passes, size) } },
                Contender(name: "Swift struct", role: .baseline) {
                    var note = PlainNote(items: items.map { $0 })
                    return .now { sum(handle(events, passes, by: &note), note.items) }
                },
                Contender(name: "handleEvent", role: .ours) {
                    var note = Note.editing(items: items.map { $0 }, text: "")
                    return .now {
                        let handled = handleEvents(events, passes, by: &note)
                        guard case .editing(let items, _) = note else { return 0 }
                        return sum(handled, items)
                    }
                },
                Contender(name: "StateMachine", role: .ours) {
                    let machine = StateMachine(Note.editing(items: items.map { $0 }, text: ""))
                    machine.start()
                    return .now {
                        let handled = sendAll(events, passes: passes, to: machine)
                        guard case .editing(let items, _) = machine.state else { return 0 }
                        return sum(handled, items)
                    }
                },
                Contender(name: "StateMachine, onEntry(where:)", role: .ours) {
                    let machine = StateMachine(Note.editing(items: items.map { $0 }, text: ""))
                    let counter = Counter()
                    machine.onEntry(where: { if case .saved = $0 { true } else { false } }) { counter.count += 1 }
                    machine.start()
                    return .now {
                        let handled = sendAll(events, passes: passes, to: machine)
                        guard case .editing(let items, _) = machine.state else { return 0 }
                        return sum(handled, items)
                    }
                },
            ]
        )
    }

    @inline(never)
    private static func handle(_ events: [Note.Event], _ passes: Int, by note: inout PlainNote) -> UInt64 {
        var handled: UInt64 = 0
        for _ in 0..<passes { for event in events where note.handle(event) { handled &+= 1 } }
        return handled
    }

    @inline(never)
    private static func handleEvents(_ events: [Note.Event], _ passes: Int, by note: inout Note) -> UInt64 {
        var handled: UInt64 = 0
        for _ in 0..<passes {
            for event in events {
                do throws(TransitionError) {
                    try note.handleEvent(event)
                    handled &+= 1
                } catch {}
            }
        }
        return handled
    }
}
