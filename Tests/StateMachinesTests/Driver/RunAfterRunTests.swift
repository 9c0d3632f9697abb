import StateMachineTestSupport
import StateMachines
import Testing

/// A run that is called during another one.
@MainActor
@Suite(.timeLimit(.minutes(2)), .computing) struct RunAfterRunTests {
    private let machine = StateMachine(Listing(list: [1]))
    private let journal = Journal<String>()

    /// Runs the machine; its work ends when the journal has "go", whether it is cancelled or not.
    private func run(_ name: String, until shouldEnd: ((Listing) -> Bool)? = nil) -> Task<Listing, Never> {
        Task.immediate {
            defer { journal.note("\(name) ends") }
            return await machine.run(until: shouldEnd) { activity, _ in
                journal.note("\(name) works on \(activity)")
                await Task { _ = await eventually { journal.index(of: "go") != nil } }.value
            }
        }
    }

    private func isNoted(_ entry: String) async -> Bool { await eventually { journal.index(of: entry) != nil } }

    /// Lets other tasks on the main actor do what they can do now.
    private func yield() async {
        for _ in 0..<50 { await Task.yield() }
    }

    @Test func `a run waits for an earlier one, and begins when that one is cancelled`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        let second = run("second")
        try #require(await isNoted("first works on 1"))
        await yield()
        #expect(journal.entries == ["first works on 1"])
        first.cancel()
        journal.note("go")
        try #require(await isNoted("second works on 1"))
        second.cancel()
        _ = (await first.value, await second.value)
        #expect(journal.index(of: "second ends") == journal.entries.count - 1)
    }

    /// The first run keeps its promise to return after its work.
    @Test func `a run begins at once during unfinished work; only an equal activity waits`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        first.cancel()
        let second = run("second")
        machine.send(.list([1, 2]))
        try #require(await isNoted("second works on 2"))
        await yield()
        #expect(journal.entries == ["first works on 1", "second works on 2"])
        journal.note("go")
        _ = await first.value
        try #require(await isNoted("second works on 1"))
        second.cancel()
        _ = await second.value
    }

    /// The work of the first run is older than the run before the last one.
    @Test func `an activity waits for equal work of any earlier run`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        first.cancel()
        let second = run("second")
        machine.send(.list([1, 2]))
        try #require(await isNoted("second works on 2"))
        second.cancel()
        let third = run("third")
        machine.send(.list([1, 2, 3]))
        try #require(await isNoted("third works on 3"))
        #expect(journal.entries == ["first works on 1", "second works on 2", "third works on 3"])
        journal.note("go")
        _ = (await first.value, await second.value)
        try #require(await isNoted("third works on 1"))
        try #require(await isNoted("third works on 2"))
        #expect(journal.index(of: "second works on 1") == nil)
        third.cancel()
        _ = await third.value
    }

    /// The events of a sender without an actor are delivered by the run.
    @Test func `the end of earlier work does not take the senders away from a later run`() async throws {
        let sender = machine.sender(isolation: nil)
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        first.cancel()
        let second = run("second")
        #expect(await sender.send(.list([1, 2])) == .handled(2))
        try #require(await isNoted("second works on 2"))
        journal.note("go")
        _ = await first.value
        #expect(await sender.send(.list([3])) == .handled(1))
        try #require(await isNoted("second works on 3"))
        second.cancel()
        _ = await second.value
        #expect(await sender.send(.list([4])) == .enqueued)
    }

    @Test func `a run that waits ends by its own condition`() async throws {
        let first = run("first", until: { $0.list == [2] })
        defer { journal.note("go") }
        let (second, third) = (run("second", until: { $0.list == [2] }), run("third", until: { $0.list == [3] }))
        try #require(await isNoted("first works on 1"))
        journal.note("go")
        machine.send(.list([2]))
        #expect(await first.value.list == [2])
        #expect(await second.value.list == [2])
        try #require(await isNoted("third works on 2"))
        #expect(journal.index(of: "second works on 2") == nil)
        machine.send(.list([3]))
        #expect(await third.value.list == [3])
    }

    @Test func `a run that is cancelled while it waits returns at once, and the next one waits on`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        let second = run("second")
        let third = run("third")
        second.cancel()
        #expect(await second.value.list == [1])
        #expect(journal.entries == ["first works on 1", "second ends"])
        first.cancel()
        journal.note("go")
        try #require(await isNoted("third works on 1"))
        third.cancel()
        _ = (await third.value, await first.value)
    }

    /// The turn and the cancellation arrive together.
    @Test func `a run that is cancelled when its turn comes passes the turn on`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        let (second, third) = (run("second"), run("third"))
        journal.note("go")
        first.cancel()
        second.cancel()
        try #require(await isNoted("third works on 1"))
        #expect(journal.index(of: "second works on 1") == nil)
        third.cancel()
        for run in [first, second, third] { _ = await run.value }
    }

    @Test func `a run after one that has returned starts at once`() async throws {
        for round in 0..<20 {
            let run = Task.immediate {
                await machine.run { _, _ in journal.note("\(round)") }
            }
            try #require(await isNoted("\(round)"))
            run.cancel()
            _ = await run.value
        }
    }

    /// As views come and go: each run is cancelled before or after the next one is called.
    @Test(arguments: [true, false])
    func `of runs that replace each other, one at a time works, and the last one stays`(
        isCancelledFirst: Bool
    ) async throws {
        let working = Counter()
        let most = Counter()
        var runs: [Task<Void, Never>] = []
        for _ in 0..<100 {
            let earlier = runs.last
            if isCancelledFirst { earlier?.cancel() }
            runs.append(
                Task.immediate {
                    _ = await machine.run { _, _ in
                        working.increment()
                        if working.value > 1 { most.increment() }
                        try? await Task.sleep(for: .seconds(1_000))
                        working.decrement()
                    }
                }
            )
            if runs.count.isMultiple(of: 3) { await Task.yield() }
            if !isCancelledFirst { earlier?.cancel() }
        }
        try #require(await eventually { working.value == 1 })
        runs.last?.cancel()
        for run in runs { await run.value }
        #expect(most.value == 0 && working.value == 0)
    }

    @Test(arguments: [true, false])
    func `a machine that is stopped ends the run that waits`(isFirstCancelled: Bool) async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        if isFirstCancelled { first.cancel() }
        let second = run("second")
        machine.stop()
        #expect(await second.value.list == [1])
        #expect(journal.entries == ["first works on 1", "second ends"])
        journal.note("go")
        _ = await first.value
    }

    /// With more runs, the suite would exceed its time limit if each of them looked at all others.
    @Test(arguments: [true, false])
    func `a great many runs may wait for one`(isCancelled: Bool) async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await isNoted("first works on 1"))
        var runs: [Task<Void, Never>] = []
        for _ in 0..<ProcessEnvironment.runs(10_000) {
            let run = Task.immediate {
                _ = await machine.run(until: { _ in true }) { _, _ in Issue.record("work of a run that has ended") }
            }
            if isCancelled { run.cancel() }
            runs.append(run)
        }
        if !isCancelled { first.cancel() }
        for run in runs { await run.value }
        first.cancel()
        journal.note("go")
        _ = await first.value
        await machine.run(until: { $0.list == [2] }) { _, send in await send(.list([2])) }
    }
}
