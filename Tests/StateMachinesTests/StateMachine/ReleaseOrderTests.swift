import StateMachineTestSupport
import StateMachines
import Testing

/// When the machine releases objects that may send in their `deinit`.
@MainActor
@Suite(.timeLimit(.minutes(1)), .computing) struct ReleaseOrderTests {
    private let journal = Journal<String>()

    /// An object that does something when it goes away, and is equal to others.
    private final class Cargo: Sendable {
        private let whenReleased: @Sendable () -> Void

        init(whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }
        deinit { whenReleased() }
    }

    /// A machine that has an equal object in place of the former one when it rejects an event.
    private struct Repacking: StateDefinition {
        var cargo: Cargo
        let makeCargo: @Sendable () -> Cargo

        mutating func handleEvent(_ isFine: Bool) throws(TransitionError) {
            if isFine { return }
            cargo = makeCargo()
            throw .invalid
        }
    }

    @Test func `what an event replaced that was rejected after all is released before the hooks are called`() {
        let empty = Cargo {}
        let sending = Journal<@Sendable () -> Void>()
        let machine = StateMachine(
            Repacking(cargo: Cargo { for send in sending.entries { send() } }, makeCargo: { empty })
        )
        nonisolated(unsafe) weak let reference = machine
        sending.note { [journal] in
            MainActor.assumeIsolated { journal.note("\(reference.map { "\($0.send(true))" } ?? "gone")") }
        }
        machine.onChange { [journal] _, _ in journal.note("changed") }
        machine.onRejection { [journal] _ in journal.note("rejected") }
        machine.send(false)
        #expect(journal.entries == ["enqueued", "rejected", "changed"])
    }

    @Test func `the first event is enqueued when it comes from the deinit of what a cancelled hook has held`() {
        let machine = StateMachine(Door.closed)
        nonisolated(unsafe) weak let reference = machine
        let token: StateMachine<Door>.HookToken
        do {
            let cargo = Cargo { [journal] in
                MainActor.assumeIsolated { journal.note("\(reference.map { "\($0.send(.open))" } ?? "gone")") }
            }
            token = machine.onTransition { _ in withExtendedLifetime(cargo) {} }
        }
        machine.onTransition { [journal] in journal.note("\($0.event)") }
        token.cancel()
        #expect(journal.entries == ["enqueued", "open"])
    }
}
