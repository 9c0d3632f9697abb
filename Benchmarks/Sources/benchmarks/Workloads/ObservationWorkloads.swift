import Observation
import StateMachines

extension Workload {
    /// Events that somebody observes, or has read.
    static func observation(_ amount: Amount) -> [Workload] {
        let count = min(amount.total, 200_000)
        return [
            Workload(
                name: "observation, each event by one observer",
                events: count,
                contenders: [
                    Contender(name: "@Observable", role: .baseline) {
                        let model = ObservableConnection()
                        return .now { observe({ model.state }, count: count) { model.handle($0) } }
                    },
                    Contender(name: "StateMachine", role: .ours) {
                        let machine = StateMachine(Connection.established)
                        machine.start()
                        return .now { observe({ machine.state }, count: count) { machine.send($0).isHandled } }
                    },
                ]
            ),
            Workload(
                name: "observation, the state read before each event",
                events: count,
                contenders: [
                    Contender(name: "@Observable", role: .baseline) {
                        let model = ObservableConnection()
                        return .now { read({ model.state }, count: count) { model.handle($0) } }
                    },
                    Contender(name: "StateMachine", role: .ours) {
                        let machine = StateMachine(Connection.established)
                        machine.start()
                        return .now { read({ machine.state }, count: count) { machine.send($0).isHandled } }
                    },
                ]
            ),
            Workload(
                name: "observation, nobody",
                events: count,
                contenders: [
                    Contender(name: "@Observable", role: .baseline) {
                        let model = ObservableConnection()
                        return .now { repeatEvents(count: count) { model.handle($0) } }
                    },
                    Contender(name: "StateMachine", role: .ours) {
                        let machine = StateMachine(Connection.established)
                        machine.start()
                        return .now { repeatEvents(count: count) { machine.send($0).isHandled } }
                    },
                ]
            ),
        ]
    }

    private static let cycle: [Connection.Event] = [.release, .ack(isValid: true), .fin(id: 1, isValid: true)]

    @inline(never)
    private static func observe<State>(
        _ read: () -> State,
        count: Int,
        handle: (Connection.Event) -> Bool
    ) -> UInt64 {
        let told = Told()
        for index in 0..<count {
            _ = withObservationTracking {
                read()
            } onChange: {
                told.count += 1
            }
            _ = handle(cycle[index % 3])
        }
        return told.count
    }

    @inline(never)
    private static func read<State>(_ read: () -> State, count: Int, handle: (Connection.Event) -> Bool) -> UInt64 {
        var handled: UInt64 = 0
        for index in 0..<count {
            _ = read()
            if handle(cycle[index % 3]) { handled &+= 1 }
        }
        return handled
    }

    @inline(never)
    private static func repeatEvents(count: Int, handle: (Connection.Event) -> Bool) -> UInt64 {
        var handled: UInt64 = 0
        for index in 0..<count where handle(cycle[index % 3]) { handled &+= 1 }
        return handled
    }
}

/// How often an observer has been told; one thread does everything here.
private final class Told: Sendable {
    nonisolated(unsafe) var count: UInt64 = 0
}

/// The machine by hand, as a model whose state is observed.
@Observable
final class ObservableConnection {
    private(set) var state = PlainConnection.established

    func handle(_ event: Connection.Event) -> Bool { state.handle(event) }
}
