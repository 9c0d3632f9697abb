import StateMachineTestSupport
import StateMachines
import Testing

/// A download that ends, and can begin again.
private enum Download: StateDefinition, Equatable {
    case idle, loading, done

    enum Event { case start, finish }
    enum Activity: Hashable { case transfer }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .start), (.done, .start): self = .loading
        case (.loading, .finish): self = .done
        case (.idle, .finish), (.loading, .start), (.done, .finish): throw .invalid
        }
    }

    var activities: [Activity] { self == .loading ? [.transfer] : [] }

    var isFinal: Bool { self == .done }
}

@Suite(.timeLimit(.minutes(2)), .computing) struct FinalStateTests {
    @Test func `a run ends in a final state`() async throws {
        let machine = StateMachine(Download.loading)
        let last = await machine.run { _, send in await send(.finish) }
        #expect(last == .done)
        #expect(machine.state == .done)
        #expect(machine.isRunning)
    }

    @Test func `a run that begins in a final state ends at once`() async throws {
        let machine = StateMachine(Download.done)
        let last = await machine.run { _, _ in Issue.record("no activity is entered") }
        #expect(last == .done)
    }

    @Test func `a run with a condition of its own does not end in a final state`() async throws {
        let machine = StateMachine(Download.idle)
        let sender = machine.sender()
        for event in [Download.Event.start, .finish, .start, .finish] { sender.post(event) }
        var starts = 0
        machine.onEntry(of: .loading) { starts += 1 }
        let last = await machine.run(until: { $0 == .done && starts == 2 }) { _, _ in }
        #expect(last == .done)
        #expect(starts == 2)
    }

    @Test func `a final state still handles events`() async throws {
        let machine = StateMachine(Download.loading)
        _ = await machine.run { _, send in await send(.finish) }
        #expect(machine.send(.start).isHandled)
        #expect(!machine.send(.start).isHandled)
    }

    @Test func `no state is final unless the definition says so`() {
        #expect(!Door.open.isFinal)
        #expect(Download.done.isFinal)
        #expect(!Download.idle.isFinal)
    }
}
