import StateMachineTestSupport
import StateMachines
import Testing

/// The values of a machine that can be compared, hashed and printed.
@Suite(.timeLimit(.minutes(1)), .computing) struct EqualValueTests {
    /// Returns the transitions of a machine that receives some events.
    private func transitions(_ events: Listing.Event...) -> [StateMachine<Listing>.Transition] {
        let machine = StateMachine(Listing())
        var transitions: [StateMachine<Listing>.Transition] = []
        machine.onTransition { transitions.append($0) }
        for event in events { machine.send(event) }
        return transitions
    }

    @Test func `transitions are equal if their events, outputs and activities are`() {
        let one = transitions(.list([1, 2]), .list([1, 2, 3]), .ping)
        #expect(one == transitions(.list([1, 2]), .list([1, 2, 3]), .ping))
        // Another event, another output, other exits, other entries.
        #expect(Set(one + transitions(.list([2, 1]), .list([]), .ping, .list([1]))).count == 7)
        #expect(transitions(.list([1]), .list([2]))[1] != transitions(.list([3]), .list([2]))[1])
    }

    @Test func `a transition is printed with its effects`() {
        let all = transitions(.list([1, 2]), .ping, .list([3]))
        #expect(
            all.map { "\($0)" } == [
                "list: returns 2, enters 1 and 2", "ping: returns 2", "list: returns 1, exits 2 and 1, enters 3",
            ]
        )
        let door = StateMachine(Door.closed)
        var text = ""
        door.onTransition { text = "\($0)" }
        door.send(.open)
        #expect(text == "open")
    }

    @Test func `outcomes and their failures are found in a set`() {
        let (idle, stopped) = (StateMachine(Listing()), StateMachine(Listing()))
        stopped.stop()
        let outcomes = [idle, stopped, idle, stopped].flatMap { [$0.send(.ping), $0.send(.nonsense)] }
        #expect(Set(outcomes).count == 3)
        let failures = outcomes.compactMap { outcome -> StateMachine<Listing>.Outcome.Failure? in
            do throws(StateMachine<Listing>.Outcome.Failure) {
                try outcome.get()
                return nil
            } catch {
                return error
            }
        }
        #expect(failures.count == 6 && Set(failures).count == 2)
    }

    @Test func `a failure is printed as its reason`() {
        typealias Failure = StateMachine<Door>.Outcome.Failure
        let rejection = InvalidTransition(state: Door.open, event: .lock)
        #expect("\(Failure.rejected(rejection))" == "\(rejection)")
        #expect("\(Failure.dropped(.stopped))" == "The machine is stopped")
        #expect("\(Failure.enqueued)" == "The event is enqueued; onTransition hooks receive its output")
    }

    @Test func `two senders are equal if they deliver to one machine for one instance`() async throws {
        let (one, other) = (StateMachine(Listing()), StateMachine(Listing()))
        #expect(one.sender() == one.sender() && one.sender() != other.sender())
        let senders = Journal<StateMachine<Listing>.Sender>()
        one.send(.list([1, 2]))
        await one.run(until: { $0.list == [] }) { activity, send in
            senders.note(send)
            senders.note(send)
            if senders.entries.count == 4 { await send(.list([])) }
        }
        #expect(senders.entries.count == 4)
        #expect(Set(senders.entries + [one.sender(), one.sender(), other.sender()]).count == 4)
    }
}
