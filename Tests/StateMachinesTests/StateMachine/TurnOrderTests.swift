import StateMachineTestSupport
import StateMachines
import Testing

/// When the parts of a turn come.
@MainActor
@Suite(.timeLimit(.minutes(1)), .computing) struct TurnOrderTests {
    private let journal = Journal<String>()

    /// Notes everything that happens in a turn.
    private func note<Definition: Equatable>(_ machine: StateMachine<Definition>, states: (Definition, Definition)) {
        machine.onExit(of: states.0) { [journal] in journal.note("state exit") }
        machine.onActivityExit { [journal] in journal.note("exit \($0)") }
        machine.onActivityEntry { [journal] in journal.note("entry \($0)") }
        machine.onEntry(of: states.1) { [journal] in journal.note("state entry") }
        machine.onTransition { [journal] _ in journal.note("transition") }
        machine.onChange { [journal] _, _ in journal.note("change") }
    }

    @Test func `a run looks for its end after the hooks of entries, and before those of transitions`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        note(machine, states: (Listing(list: [1]), Listing(list: [2])))
        let run = Task.immediate { [journal] in
            await machine.run { state in
                journal.note("until")
                return state.list == [2]
            } perform: { _, _ in
            }
        }
        #expect(journal.entries == ["entry 1", "until"])
        journal.removeAll()
        machine.send(.list([2]))
        #expect(journal.entries == ["state exit", "exit 1", "entry 2", "state entry", "until", "transition", "change"])
        _ = await run.value
    }

    @Test func `a run without activities looks for its end in the same place`() async throws {
        let machine = StateMachine(Door.closed)
        note(machine, states: (.closed, .open))
        let run = Task.immediate { [journal] in
            await machine.run { state in
                journal.note("until")
                return state == .open
            }
        }
        journal.removeAll()
        machine.send(.open)
        #expect(journal.entries == ["state exit", "state entry", "until", "transition", "change"])
        _ = await run.value
    }

    @Test func `a run with a condition of its own goes on in a final state`() async throws {
        let machine = StateMachine(Finishing.working(1))
        let run = Task.immediate { [journal] in
            await machine.run(until: { $0 == .working(2) }) { activity, _ in journal.note("\(activity)") }
        }
        machine.send(.done)
        machine.send(.working(2))
        #expect(await run.value == .working(2))
    }

    private enum Finishing: StateDefinition, Equatable {
        case working(Int)
        case done

        mutating func handleEvent(_ event: Finishing) throws(TransitionError) { self = event }
        var activities: [Int] { if case .working(let number) = self { [number] } else { [] } }
        var isFinal: Bool { self == .done }
    }

    @Test(arguments: [true, false])
    func `a predicate that cancels its own hook is the last of it`(isEntry: Bool) {
        let machine = StateMachine(Door.closed)
        machine.start()
        var token: StateMachine<Door>.HookToken?
        let predicate: (Door) -> Bool = { state in
            if state == .open { token?.cancel() }
            return isEntry == (state == .open)
        }
        token =
            isEntry
            ? machine.onEntry(where: predicate) { [journal] in journal.note("called") }
            : machine.onExit(where: predicate) { [journal] in journal.note("called") }
        machine.send(.open)
        #expect(journal.entries == [])
    }

    @Test func `a chain of many events, one at a time, is handled in order`() {
        let machine = StateMachine(Listing())
        var handled: [Listing.Event] = []
        machine.onTransition { [unowned machine] in
            handled.append($0.event)
            if handled.count < 1_500 { machine.send(.list([handled.count])) }
        }
        machine.send(.list([0]))
        #expect(handled == (0..<1_500).map { .list([$0]) })
    }
}
