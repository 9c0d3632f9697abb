import Observation
import StateMachineTestSupport
import StateMachines
import Testing

/// What a hook that is cancelled in a turn still does in that turn: nothing.
@Suite(.timeLimit(.minutes(1)), .computing) struct HookRemovalTests {
    @Test func `the predicate of a cancelled hook is not evaluated any more`() {
        let machine = StateMachine(Door.closed)
        machine.start()
        var evaluations: [String] = []
        var tokens: [StateMachine<Door>.HookToken] = []
        tokens.append(machine.onExit(where: noting("exit")) {})
        tokens.append(machine.onEntry(where: noting("entry")) {})
        // Exit hooks are called in reverse order of registration.
        machine.onExit(of: .closed) { for token in tokens { token.cancel() } }
        func noting(_ name: String) -> (Door) -> Bool {
            { _ in
                evaluations.append(name)
                return true
            }
        }
        evaluations = []
        machine.send(.open)
        #expect(evaluations == [])
    }

    /// Notes when it goes away.
    private final class Captured {
        private let note: () -> Void
        init(note: @escaping () -> Void) { self.note = note }
        deinit { note() }
    }

    @Test func `what a cancelled hook has captured is released after the events that wait`() {
        let machine = StateMachine(Door.closed)
        var log: [String] = []
        var token: StateMachine<Door>.HookToken?
        do {
            let captured = Captured { log.append("released") }
            token = machine.onTransition { _ in withExtendedLifetime(captured) {} }
        }
        machine.onTransition { [unowned machine] in
            log.append("\($0.event)")
            guard $0.event == .open else { return }
            token?.cancel()
            machine.send(.close)
        }
        machine.send(.open)
        #expect(log == ["open", "close", "released"])
    }

    @Test func `whoever reads whether a machine is running is notified of its start and its stop`() {
        let machine = StateMachine(Door.closed)
        let changes = Counter()
        func observe() {
            withObservationTracking {
                _ = machine.isRunning
            } onChange: {
                changes.increment()
            }
        }
        observe()
        machine.start()
        #expect(changes.value == 1)
        observe()
        machine.stop()
        #expect(changes.value == 2)
    }

    @MainActor
    @Test func `the end of a stream cancels the hook that feeds it, from any thread`() async {
        let machine = StateMachine(Door.closed)
        let isReleased = Counter()
        func events() -> AsyncStream<Door.Event> {
            let (events, continuation) = AsyncStream.makeStream(of: Door.Event.self)
            let captured = Captured { isReleased.increment() }
            let token = machine.onTransition { [captured] transition in
                withExtendedLifetime(captured) { _ = continuation.yield(transition.event) }
            }
            let cancel: @MainActor () -> Void = { token.cancel() }
            continuation.onTermination = { _ in Task(operation: cancel) }
            return events
        }
        let stream = events()
        machine.send(.open)
        await Task.detached { for await event in stream.prefix(1) { #expect(event == .open) } }.value
        #expect(isReleased.value == 0)
        let reader = Task { for await _ in stream {} }
        reader.cancel()
        #expect(await eventually { isReleased.value == 1 })
    }
}
