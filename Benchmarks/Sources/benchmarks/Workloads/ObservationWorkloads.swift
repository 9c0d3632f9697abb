import Observation
import StateMachines

extension Workload {
    /// Events with an observer, with a read before each event, and without either.
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
        let notifications = Notifications()
        for index in 0..<count {
            _ = withObservationTracking {
                read()
            } onChange: {
                notifications.count += 1
            }
            _ = handle(cycle[index % 3])
        }
        return notifications.count
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

/// The number of notifications; only one thread uses it.
private final class Notifications: Sendable {
    nonisolated(unsafe) var count: UInt64 = 0
}

/// The switch by hand in an observable model.
@Observable
final class ObservableConnection {
    private(set) var state = PlainConnection.established

    func handle(_ event: Connection.Event) -> Bool { state.handle(event) }
}
