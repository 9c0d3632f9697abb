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
            Workload(
                name: "observation, a part that stays",
                events: count,
                contenders: [
                    Contender(name: "@Observable", role: .baseline) {
                        let model = ObservablePart()
                        return .now { observe({ model.isOpen }, count: count) { model.handle($0) } }
                    },
                    Contender(name: "StateMachine, observing(_:)", role: .ours) {
                        let machine = StateMachine(Connection.established)
                        machine.start()
                        let isOpen = machine.observing(\.state.isOpen)
                        return .now { observe({ isOpen.value }, count: count) { machine.send($0).isHandled } }
                    },
                ]
            ),
            Workload(
                name: "observation, each event kept for one reader",
                events: count,
                contenders: [
                    Contender(name: "Swift switch, appended to an array", role: .baseline) {
                        var (state, kept) = (PlainConnection.established, [(Connection.Event, PlainConnection)]())
                        return .now {
                            repeatEvents(count: count) { event in
                                guard state.handle(event) else { return false }
                                kept.append((event, state))
                                return true
                            }
                        }
                    },
                    Contender(name: "StateMachine, follow()", role: .ours) {
                        let machine = StateMachine(Connection.established)
                        machine.start()
                        let steps = machine.follow()
                        return .now {
                            let handled = repeatEvents(count: count) { machine.send($0).isHandled }
                            withExtendedLifetime(steps) {}
                            return handled
                        }
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

/// A property of the switch by hand, assigned when it changes.
@Observable
final class ObservablePart {
    @ObservationIgnored private var state = PlainConnection.established
    private(set) var isOpen = true

    func handle(_ event: Connection.Event) -> Bool {
        let isHandled = state.handle(event)
        let isOpen = state.isOpen
        if isOpen != self.isOpen { self.isOpen = isOpen }
        return isHandled
    }
}

extension Connection {
    /// A value that no event changes.
    fileprivate var isOpen: Bool {
        switch self {
        case .established, .finWait1, .finWait2: true
        }
    }
}

extension PlainConnection {
    fileprivate var isOpen: Bool {
        switch self {
        case .established, .finWait1, .finWait2: true
        }
    }
}
