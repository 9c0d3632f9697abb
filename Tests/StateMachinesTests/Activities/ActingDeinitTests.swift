import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// An object that does something when it goes away, whoever has released it, and counts as equal to
/// those of its number.
private final class Cargo: Hashable, Sendable {
    let number: Int
    private let whenReleased: @Sendable () -> Void

    init(_ number: Int = 0, whenReleased: @escaping @Sendable () -> Void) {
        self.number = number
        self.whenReleased = whenReleased
    }

    deinit { whenReleased() }

    static func == (lhs: Cargo, rhs: Cargo) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A machine whose events and activities carry objects.
private struct Carrier: StateDefinition {
    var list: [Cargo] = []

    enum Event: Sendable {
        case load([Cargo])
        case show(Cargo)
        case ping
        case nonsense(Cargo)
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .load(let new): list = new
        case .show, .ping: break
        case .nonsense: throw .invalid
        }
    }

    var activities: [Cargo] { list }
}

/// Objects of the user's may do anything to a machine in their `deinit`, and it keeps its promises.
@MainActor
@Suite(.timeLimit(.minutes(2)), .computing) struct ActingDeinitTests {
    private typealias Machine = StateMachine<Carrier>

    private let handled = Journal<String>()

    /// Does something on the main actor, where all of this happens.
    private func cargo(_ number: Int = 0, _ body: @escaping @MainActor () -> Void) -> Cargo {
        Cargo(number) { MainActor.assumeIsolated(body) }
    }

    @Test func `an object that a removed hook has held may remove hooks, add some, and send`() {
        for count in [1, 2, 3, 10, 40] {
            let machine = StateMachine(Carrier())
            var tokens: [Machine.HookToken] = []
            var released: [Int] = []
            var heard = 0
            for number in 0..<count {
                let cargo = cargo(number) { [weak machine] in
                    released.append(number)
                    tokens[(number + 1) % count].cancel()
                    tokens[(number * 7 + 3) % count].cancel()
                    machine?.onTransition { _ in heard += 1 }
                    machine?.onActivityEntry { _ in heard += 1 }
                    machine?.send(.ping)
                }
                tokens.append(machine.onTransition { _ in withExtendedLifetime(cargo) {} })
            }
            tokens[0].cancel()
            #expect(released.first == 0)
            #expect(Set(released).count == released.count)
            if count < 4 { #expect(released.count == count) }
            heard = 0
            machine.send(.ping)
            #expect(heard == released.count)
        }
    }

    @Test func `a hook that was registered before a start in a deinit hears the start`() {
        let machine = StateMachine(Carrier(list: [Cargo(7) {}]))
        var log: [String] = []
        func add() -> Machine.HookToken {
            let starter = cargo { [weak machine] in
                machine?.onActivityEntry { log.append("+\($0.number)") }
                machine?.onEntry(where: { _ in true }) { log.append("entered") }
                machine?.start()
                machine?.send(.ping)
            }
            return machine.onTransition { _ in withExtendedLifetime(starter) {} }
        }
        machine.onTransition { _ in log.append("ping") }
        add().cancel()
        #expect(log == ["+7", "entered", "ping"])
    }

    @Test func `hooks that are removed by a hook are released when nothing else waits`() {
        let machine = StateMachine(Carrier())
        var log: [String] = []
        var tokens: [Machine.HookToken] = []
        for number in 0..<3 {
            let cargo = cargo { [weak machine] in
                let outcome = machine?.send(.ping)
                log.append("released \(number), \(outcome.map { "\($0)" } ?? "")")
            }
            tokens.append(machine.onTransition { _ in withExtendedLifetime(cargo) {} })
        }
        var isFirst = true
        machine.onTransition { _ in
            guard isFirst else { return }
            isFirst = false
            for token in tokens { token.cancel() }
            log.append("removed")
        }
        machine.send(.ping)
        #expect(log == ["removed", "released 0, enqueued", "released 1, enqueued", "released 2, enqueued"])
    }

    @Test func `the payload of an event that has waited may send, and what it sends has its turn`() {
        let machine = StateMachine(Carrier())
        var log: [String] = []
        machine.onTransition {
            if case .show(let cargo) = $0.event { log.append("shown \(cargo.number)") } else { log.append("ping") }
        }
        var isFirst = true
        machine.onTransition { [weak machine] _ in
            guard isFirst else { return }
            isFirst = false
            for number in 1...100 {
                machine?.send(.show(cargo(number) { [weak machine] in machine?.send(.ping) }))
                machine?.send(.nonsense(cargo(number) { [weak machine] in machine?.send(.ping) }))
            }
        }
        machine.send(.ping)
        #expect(log.count == 301)
        #expect(log[1...100] == ArraySlice((1...100).map { "shown \($0)" }))
    }

    @Test func `a payload that is posted may post and send in its deinit`() async throws {
        let machine = StateMachine(Carrier())
        let sender = machine.sender()
        machine.onTransition { [handled] in if case .ping = $0.event { handled.note("ping") } }
        for _ in 0..<200 { sender.post(.show(Cargo { sender.post(.ping) })) }
        try #require(await eventually { handled.entries.count == 200 })
    }

    @Test func `payloads that are dropped with their machine may post to it`() {
        var machine: Machine? = StateMachine(Carrier())
        let sender = machine?.sender()
        for _ in 0..<200 { sender?.post(.show(Cargo { sender?.post(.ping) })) }
        machine = nil
        #expect(machine == nil)
    }

    @Test func `payloads that are dropped by a stop may post and send`() {
        let machine = StateMachine(Carrier())
        let sender = machine.sender()
        var drops = 0
        machine.onDrop { _, _ in drops += 1 }
        for number in 0..<100 {
            sender.post(
                .show(
                    cargo(number) { [weak machine] in
                        sender.post(.ping)
                        machine?.send(.ping)
                    }
                )
            )
        }
        machine.stop()
        #expect(drops == 200)
    }

    @Test(arguments: [1, 2, 9, 40])
    func `an activity may send in its deinit, and is released when it is exited`(count: Int) {
        let machine = StateMachine(Carrier())
        var released: [Int] = []
        var log: [String] = []
        machine.onActivityExit { log.append("-\($0.number)") }
        machine.onActivityEntry { log.append("+\($0.number)") }
        machine.onTransition { [weak machine] in
            if case .ping = $0.event { log.append("ping") } else { _ = machine?.activities }
        }
        func list(_ first: Int) -> [Cargo] {
            (first..<first + count).map { number in
                cargo(number) { [weak machine] in
                    released.append(number)
                    machine?.send(.ping)
                }
            }
        }
        machine.send(.load(list(0)))
        log = []
        machine.send(.load(list(100)))
        #expect(released.sorted() == Array(0..<count))
        let exits = (0..<count).reversed().map { "-\($0)" }
        let entries = (100..<100 + count).map { "+\($0)" }
        #expect(log == exits + entries + Array(repeating: "ping", count: count))
        released = []
        machine.send(.load([]))
        #expect(released.sorted() == Array(100..<100 + count))
    }

    @Test func `activities that a stop exits are released`() {
        let machine = StateMachine(Carrier())
        var released = 0
        machine.onActivityExit { _ in }
        machine.send(.load([cargo { released += 1 }]))
        machine.send(.load([cargo(1) { released += 1 }]))
        #expect(released == 1)
        machine.stop()
        #expect(released == 1)
    }

    /// A state with an object that does something when the next event replaces it.
    private struct Holder: StateDefinition {
        var cargo: Cargo?
        let whenReleased: @Sendable () -> Void

        mutating func handleEvent(_ event: Void) throws(TransitionError) { cargo = Cargo(whenReleased: whenReleased) }
    }

    @Test(arguments: [false, true])
    func `a state that sends when it is replaced makes a chain with a limit, with and without hooks of states`(
        isHeard: Bool
    ) {
        let machines = Locked<[@Sendable () -> Void]>([])
        let machine = StateMachine(Holder { machines.withLock { $0.first }?() })
        if isHeard { machine.onChange { _, _ in } }
        var handled = 0
        var dropped = 0
        machine.onTransition { _ in handled += 1 }
        machine.onDrop { [weak machine] _, _ in
            dropped += 1
            _ = machine?.state
        }
        machine.chainLimit = 1_000
        nonisolated(unsafe) weak let reference = machine
        machines.withLock { $0 = [{ _ = reference?.send(()) }] }
        machine.send(())
        #expect(handled == 1)
        machine.send(())
        #expect(handled == 1_002)
        #expect(dropped == 1)
        machines.withLock { $0 = [] }
    }

    @Test func `hooks that are added and removed, and send when they are released, make a chain with a limit`() {
        let machine = StateMachine(Carrier())
        machine.chainLimit = 1_000
        var handled = 0
        var dropped = 0
        machine.onDrop { _, _ in dropped += 1 }
        machine.onTransition { [weak machine] _ in
            handled += 1
            let cargo = cargo { [weak machine] in machine?.send(.ping) }
            machine?.onTransition { _ in withExtendedLifetime(cargo) {} }.cancel()
        }
        machine.send(.ping)
        #expect(handled == 1_001)
        #expect(dropped == 1)
    }

    @Test func `a drop hook that reads the state is called when the state can be read`() {
        let machine = StateMachine(Carrier())
        machine.chainLimit = 0
        var log: [Int] = []
        machine.onDrop { [weak machine] _, _ in log.append(machine?.state.list.count ?? -1) }
        machine.send(.load([cargo { [weak machine] in machine?.send(.ping) }]))
        machine.send(.load([]))
        #expect(log == [0])
    }

    @Test func `an activity that is sent away during a run may send`() async throws {
        let machine = StateMachine(Carrier())
        let sender = machine.sender()
        machine.send(.load([cargo(1) { [weak machine] in machine?.send(.ping) }]))
        await machine.run(until: \.list.isEmpty) { activity, send in
            if activity.number < 50 {
                await send(.load([Cargo(activity.number + 1) { sender.post(.ping) }]))
            } else {
                await send(.load([]))
            }
        }
        #expect(machine.activities.isEmpty)
    }
}
