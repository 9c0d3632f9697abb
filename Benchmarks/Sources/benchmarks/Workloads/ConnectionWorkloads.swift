import CBaselines
import StateMachineInspection
import StateMachines

extension Workload {
    /// The release of a connection, with all events handled, half of them, and few of them.
    static func connections(_ amount: Amount) -> [Workload] {
        [
            connection("all handled", amount) { _, index in handled[index % handled.count] },
            connection("a mixture", amount) { generator, index in
                Bool.random(using: &generator) ? handled[index / 2 % handled.count] : random(using: &generator)
            },
            connection("at random", amount) { generator, _ in random(using: &generator) },
        ]
    }

    private static let handled: [Connection.Event] = [.release, .ack(isValid: true), .fin(id: 1, isValid: true)]

    private static func random(using generator: inout SeededGenerator) -> Connection.Event {
        switch UInt8.random(in: 0..<3, using: &generator) {
        case 0: .release
        case 1: .ack(isValid: .random(using: &generator))
        default: .fin(id: .random(in: 0...9, using: &generator), isValid: .random(using: &generator))
        }
    }

    private static func connection(
        _ name: String,
        _ amount: Amount,
        event: (inout SeededGenerator, Int) -> Connection.Event
    ) -> Workload {
        var generator = SeededGenerator(state: 1)
        let events = (0..<amount.events).map { event(&generator, $0) }
        let cEvents = events.map(connection_event.init)
        let passes = amount.passes
        return Workload(
            name: "connection, \(name)",
            events: amount.total,
            contenders: [
                Contender(name: "C switch", role: .other) { .now { connection_run(cEvents, cEvents.count, passes) } },
                .plain(events, passes, PlainConnection.established),
                .plainByCall(events, passes, PlainConnection.established),
                Contender(name: "Swift switch that throws", role: .other) {
                    .now { handleOrThrow(events, passes: passes) }
                },
                .definition(events, passes, Connection.established),
                .machine("StateMachine", events, passes, Connection.established),
                .machineByCall(events, passes, Connection.established),
                .machine("StateMachine, onTransition", events, passes, Connection.established) { machine in
                    let counter = Counter()
                    machine.onTransition { _ in counter.count += 1 }
                },
                .machine("StateMachine, onEntry(of:)", events, passes, Connection.established) { machine in
                    let counter = Counter()
                    machine.onEntry(of: .finWait1) { counter.count += 1 }
                },
                .machine("StateMachine, onRejection", events, passes, Connection.established) { machine in
                    let counter = Counter()
                    machine.onRejection { _ in counter.count += 1 }
                },
                .machine("StateMachine, inspect without an inspector", events, passes, Connection.established) {
                    machine in
                    machine.inspect("connection")
                    machine.start()
                },
                .machine("StateMachine, state read once", events, passes, Connection.established) { machine in
                    _ = machine.state
                },
            ]
        )
    }
}

/// Sends all events to the machine by hand that throws.
@inline(never)
private func handleOrThrow(_ events: [Connection.Event], passes: Int) -> UInt64 {
    var state = ThrowingConnection.established
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events {
            do throws(ThrowingConnection.Rejection) {
                try state.handle(event)
                handled &+= 1
            } catch {}
        }
    }
    return handled
}

/// A counter for hooks.
final class Counter {
    var count = 0
}

extension Contender {
    static func plain<Machine: PlainMachine>(_ events: [Machine.Event], _ passes: Int, _ machine: Machine) -> Contender
    {
        Contender(name: "Swift switch", role: .baseline) { .now { handleAll(events, passes: passes, by: machine) } }
    }

    static func plainByCall<Machine: PlainMachine>(_ events: [Machine.Event], _ passes: Int, _ machine: Machine)
        -> Contender
    {
        Contender(name: "Swift switch, one call per event", role: .baseline) {
            .now { handleEachByCall(events, passes: passes, by: machine) }
        }
    }

    static func definition<Definition: StateDefinition>(
        _ events: [Definition.Event],
        _ passes: Int,
        _ state: Definition
    ) -> Contender {
        Contender(name: "handleEvent", role: .ours) { .now { handleAll(events, passes: passes, by: state) } }
    }

    static func machine<Definition: StateDefinition>(
        _ name: String,
        _ events: [Definition.Event],
        _ passes: Int,
        _ state: Definition,
        prepare: @escaping (StateMachine<Definition>) -> Void = { $0.start() }
    ) -> Contender {
        Contender(name: name, role: .ours) {
            let machine = StateMachine(state)
            prepare(machine)
            return .now { sendAll(events, passes: passes, to: machine) }
        }
    }

    static func machineByCall<Definition: StateDefinition>(
        _ events: [Definition.Event],
        _ passes: Int,
        _ state: Definition
    ) -> Contender {
        Contender(name: "StateMachine, one call per event", role: .ours) {
            let machine = StateMachine(state)
            return .now { sendEachByCall(events, passes: passes, to: machine) }
        }
    }
}
