import StateMachines

/// A machine without a library: the same switch in a method that returns whether it handled the
/// event.
protocol PlainMachine {
    associatedtype Event
    mutating func handle(_ event: Event) -> Bool
}

// Each loop is a function that is not inlined, so that the preparation of a round cannot be merged
// into it; the compiler specialises it for its machine. The checksum is the number of handled
// events.

@inline(never)
func handleAll<Machine: PlainMachine>(_ events: [Machine.Event], passes: Int, by machine: Machine) -> UInt64 {
    var machine = machine
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events where machine.handle(event) { handled &+= 1 }
    }
    return handled
}

@inline(never)
func handleEachByCall<Machine: PlainMachine>(_ events: [Machine.Event], passes: Int, by machine: Machine) -> UInt64 {
    var machine = machine
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events where handleByCall(event, by: &machine) { handled &+= 1 }
    }
    return handled
}

@inline(never)
private func handleByCall<Machine: PlainMachine>(_ event: Machine.Event, by machine: inout Machine) -> Bool {
    machine.handle(event)
}

@inline(never)
func handleAll<Definition: StateDefinition>(_ events: [Definition.Event], passes: Int, by state: Definition) -> UInt64 {
    var state = state
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events {
            do throws(Definition.Rejection) {
                _ = try state.handleEvent(event)
                handled &+= 1
            } catch {}
        }
    }
    return handled
}

@inline(never)
func sendAll<Definition: StateDefinition>(
    _ events: [Definition.Event],
    passes: Int,
    to machine: StateMachine<Definition>
) -> UInt64 {
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events where machine.send(event).isHandled { handled &+= 1 }
    }
    return handled
}

@inline(never)
func sendEachByCall<Definition: StateDefinition>(
    _ events: [Definition.Event],
    passes: Int,
    to machine: StateMachine<Definition>
) -> UInt64 {
    var handled: UInt64 = 0
    for _ in 0..<passes {
        for event in events where sendByCall(event, to: machine) { handled &+= 1 }
    }
    return handled
}

@inline(never)
private func sendByCall<Definition: StateDefinition>(
    _ event: Definition.Event,
    to machine: StateMachine<Definition>
) -> Bool {
    machine.send(event).isHandled
}
