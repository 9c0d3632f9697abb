import CCounting
import StateMachines

/// The cost of an event with `machines` machines, in nanoseconds.
struct MachineScale: Encodable {
    let machines: Int
    let valuesInOrder: Double
    let valuesAtRandom: Double
    let objectsInOrder: Double
    let objectsAtRandom: Double

    /// The memory of an object, as the allocator rounds it up, with the reference to it; `nil`
    /// where that cannot be counted.
    let bytesPerObject: Double?

    static func measured() -> [MachineScale] {
        var count = 1
        var rows: [MachineScale] = []
        while count <= 1_000_000 {
            rows.append(MachineScale(count))
            count *= 10
        }
        return rows
    }

    private init(_ count: Int) {
        machines = count
        let length = 1 << 20
        let passes = 4
        let inOrder = (0..<length).map { UInt32($0 % count) }
        var generator = SeededGenerator(state: 1)
        let atRandom = (0..<length).map { _ in UInt32.random(in: 0..<UInt32(count), using: &generator) }
        let events = Array(repeating: RingEvent.next, count: length)

        var values = Array(repeating: Ring25.s0, count: count)
        func ofValues(_ order: [UInt32]) -> Double {
            nanosecondsPerEvent(length * passes) { handleAll(events, by: &values, order, passes: passes) }
        }
        valuesInOrder = ofValues(inOrder)
        valuesAtRandom = ofValues(atRandom)

        // Not counted: what only the first object allocates.
        _ = StateMachine(Ring25.s0)
        count_allocations(.max)
        let objects = (0..<count).map { _ in StateMachine(Ring25.s0) }
        let allocations = counted_allocations()
        bytesPerObject = can_count_allocations() ? Double(allocations.bytes) / Double(count) : nil
        func ofObjects(_ order: [UInt32]) -> Double {
            nanosecondsPerEvent(length * passes) { sendAll(events, to: objects, order, passes: passes) }
        }
        // Otherwise the first event would start the machine, which is not to be measured.
        for object in objects { object.start() }
        objectsInOrder = ofObjects(inOrder)
        objectsAtRandom = ofObjects(atRandom)
    }
}

@inline(never)
private func handleAll<Definition: StateDefinition>(
    _ events: [Definition.Event],
    by machines: inout [Definition],
    _ order: [UInt32],
    passes: Int
) -> UInt64 {
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for (index, event) in zip(order, events) {
            do throws(Definition.Rejection) {
                _ = try machines[Int(index)].handleEvent(event)
                handled &+= 1
            } catch {}
        }
    }
    return handled
}

@inline(never)
private func sendAll<Definition: StateDefinition>(
    _ events: [Definition.Event],
    to machines: [StateMachine<Definition>],
    _ order: [UInt32],
    passes: Int
) -> UInt64 {
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for (index, event) in zip(order, events) where machines[Int(index)].send(event).isHandled { handled &+= 1 }
    }
    return handled
}
