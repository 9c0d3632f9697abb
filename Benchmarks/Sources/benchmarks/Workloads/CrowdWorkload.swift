import CCounting
import StateMachines

extension Workload {
    /// A million machines that get one event each, in turn.
    static func crowd(_ amount: Amount) -> Workload {
        let count = min(amount.total, 1_000_000)
        let cycle: [Connection.Event] = [.release, .ack(isValid: true), .fin(id: 1, isValid: true)]
        return Workload(
            name: "a million machines",
            events: 3 * count,
            contenders: [
                Contender(
                    name: "Swift switch, values in an array",
                    role: .baseline,
                    bytesPerMachine: MemoryLayout<PlainConnection>.stride
                ) {
                    var machines = Array(repeating: PlainConnection.established, count: count)
                    return .now { handle(cycle, by: &machines) }
                },
                Contender(
                    name: "Swift switch, in objects",
                    role: .baseline,
                    bytesPerMachine: bytes { ConnectionObject() }
                ) {
                    let machines = (0..<count).map { _ in ConnectionObject() }
                    return .now { handle(cycle, by: machines) }
                },
                Contender(
                    name: "handleEvent, values in an array",
                    role: .ours,
                    bytesPerMachine: MemoryLayout<Connection>.stride
                ) {
                    var machines = Array(repeating: Connection.established, count: count)
                    return .now { handleEvents(cycle, by: &machines) }
                },
                Contender(
                    name: "StateMachine",
                    role: .ours,
                    baseline: "Swift switch, in objects",
                    bytesPerMachine: bytes { StateMachine(Connection.established) }
                ) {
                    let machines = (0..<count).map { _ in StateMachine(Connection.established) }
                    for machine in machines { machine.start() }
                    return .now { send(cycle, to: machines) }
                },
            ]
        )
    }

    /// The memory that the allocator gives for an object.
    private static func bytes(_ make: () -> AnyObject) -> Int? {
        guard can_count_allocations() else { return nil }
        var objects: [AnyObject] = []
        objects.reserveCapacity(1000)
        count_allocations(.max)
        for _ in 0..<1000 { objects.append(make()) }
        return Int(counted_allocations().bytes) / objects.count
    }

    @inline(never)
    private static func handle(_ events: [Connection.Event], by machines: inout [PlainConnection]) -> UInt64 {
        var handled: UInt64 = 0
        for event in events {
            for index in machines.indices where machines[index].handle(event) { handled &+= 1 }
        }
        return handled
    }

    @inline(never)
    private static func handle(_ events: [Connection.Event], by machines: [ConnectionObject]) -> UInt64 {
        var handled: UInt64 = 0
        for event in events { for machine in machines where machine.handle(event) { handled &+= 1 } }
        return handled
    }

    @inline(never)
    private static func handleEvents(_ events: [Connection.Event], by machines: inout [Connection]) -> UInt64 {
        var handled: UInt64 = 0
        for event in events {
            for index in machines.indices {
                do throws(TransitionError) {
                    try machines[index].handleEvent(event)
                    handled &+= 1
                } catch {}
            }
        }
        return handled
    }

    @inline(never)
    private static func send(_ events: [Connection.Event], to machines: [StateMachine<Connection>]) -> UInt64 {
        var handled: UInt64 = 0
        for event in events { for machine in machines where machine.send(event).isHandled { handled &+= 1 } }
        return handled
    }
}

/// A machine by hand that others refer to: an object.
final class ConnectionObject {
    private var state = PlainConnection.established

    func handle(_ event: Connection.Event) -> Bool { state.handle(event) }
}
