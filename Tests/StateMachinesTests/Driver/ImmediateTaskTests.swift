import StateMachineTestSupport
import StateMachines
import Testing

/// Tasks that begin at once, in the middle of whatever is going on.
@MainActor
@Suite(.timeLimit(.minutes(2)), .computing) struct ImmediateTaskTests {
    private let machine = StateMachine(Listing(list: [1]))
    private let journal = Journal<String>()

    /// A run whose activities note when they begin and when they are cancelled, and send then.
    private func run() -> Task<Void, any Error> {
        Task.immediate { [machine, journal] in
            await machine.run(until: \.list.isEmpty) { activity, send in
                journal.note("began \(activity)")
                try? await Task.sleep(for: .seconds(1_000))
                journal.note("ended \(activity), \(await send(.ping))")
            }
        }
    }

    enum Place: CaseIterable {
        case stateExit, stateEntry, activityExit, activityEntry, transition, change, rejection, drop, predicate
    }

    /// Calls a closure once, from a hook.
    ///
    /// - Returns: A token that removes the hook, which keeps the machine.
    private func once(in place: Place, _ body: @escaping () -> Void) -> StateMachine<Listing>.HookToken {
        var isFirst = true
        let body = {
            guard isFirst else { return }
            isFirst = false
            body()
        }
        switch place {
        case .stateExit: return machine.onExit(where: { $0.list == [1] }, perform: body)
        case .stateEntry: return machine.onEntry(where: { $0.list == [2] }, perform: body)
        case .activityExit: return machine.onActivityExit { _ in body() }
        case .activityEntry: return machine.onActivityEntry { _ in body() }
        case .transition: return machine.onTransition { _ in body() }
        case .change: return machine.onChange { _, _ in body() }
        case .rejection: return machine.onRejection { _ in body() }
        case .drop: return machine.onDrop { _, _ in body() }
        case .predicate:
            var wasAsked = false
            let isHolding: (Listing) -> Bool = { _ in
                if wasAsked { body() }
                wasAsked = true
                return false
            }
            return machine.onEntry(where: isHolding) {}
        }
    }

    @Test(arguments: Place.allCases)
    func `a run that begins in a hook makes one instance of each activity, and cancels it`(place: Place) async throws {
        machine.start()
        // Another hook of entries, so that the activities are tracked.
        machine.onTransition { _ in }
        var run: Task<Void, any Error>?
        let token = once(in: place) { run = self.run() }
        defer { token.cancel() }
        machine.send(.list([2]))
        machine.send(.nonsense)
        if place == .drop {
            // Only a stopped machine drops what the code of its owner sends.
            machine.stop()
            machine.send(.ping)
            try await run?.value
            return
        }
        try #require(await eventually { journal.entries == ["began 2"] })
        machine.send(.list([3]))
        try #require(await eventually { journal.entries.count == 3 })
        let stale = "dropped(The activity that sent the event has been exited)"
        #expect(Set(journal.entries) == ["began 2", "began 3", "ended 2, \(stale)"])
        machine.send(.list([]))
        try await #require(run).value
        #expect(journal.entries.count == 4)
        #expect(journal.entries.last?.hasPrefix("ended 3") == true)
    }

    @Test func `a run that begins in a hook of the start makes one instance of each activity`() async throws {
        machine.onTransition { _ in }
        var run: Task<Void, any Error>?
        let token = once(in: .activityEntry) { run = self.run() }
        defer { token.cancel() }
        machine.start()
        try #require(await eventually { journal.entries == ["began 1"] })
        machine.send(.list([]))
        try await #require(run).value
        #expect(journal.entries.count == 2)
    }

    @Test func `a run that begins and is cancelled in a hook starts nothing and ends`() async throws {
        machine.start()
        var run: Task<Void, any Error>?
        let token = once(in: .activityExit) {
            run = self.run()
            run?.cancel()
        }
        defer { token.cancel() }
        machine.send(.list([2]))
        try await #require(run).value
        #expect(journal.entries == [])
        await machine.run(until: { $0.list == [9] }) { _, send in await send(.list([9])) }
    }

    @Test func `a run that begins in the hook of an event that ends it returns`() async throws {
        machine.start()
        var run: Task<Void, any Error>?
        let token = once(in: .stateExit) { run = self.run() }
        defer { token.cancel() }
        machine.send(.list([]))
        try await #require(run).value
        #expect(journal.entries == [])
    }

    @Test func `an event that is sent with an immediate task by a hook waits its turn`() async throws {
        let sender = machine.sender()
        var outcomes: [StateMachine<Listing>.Outcome] = []
        let token = once(in: .transition) {
            Task.immediate { outcomes.append(await sender.send(.list([5]))) }
        }
        defer { token.cancel() }
        machine.send(.list([2]))
        try #require(await eventually { !outcomes.isEmpty })
        #expect(outcomes == [.handled(1)])
        #expect(machine.state.list == [5])
    }
}
