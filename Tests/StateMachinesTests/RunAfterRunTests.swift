import StateMachineTestSupport
import StateMachines
import Testing

/// A run that is called while another one is ending.
@MainActor
@Suite(.timeLimit(.minutes(2)), .computing) struct RunAfterRunTests {
    private let machine = StateMachine(Listing(list: [1]))
    private let journal = Journal<String>()

    /// Runs the machine; its work ends when the journal has "go", whether it is cancelled or not.
    private func run(_ name: String) -> Task<Listing, any Error> {
        Task.immediate {
            defer { journal.note("\(name) ends") }
            return try await machine.run { _, _ in
                journal.note("\(name) works")
                await Task { _ = await eventually { journal.index(of: "go") != nil } }.value
            }
        }
    }

    @Test func `a run that follows a cancelled one waits for its end, and does its work`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["first works"] })
        first.cancel()
        let second = run("second")
        for _ in 0..<50 { await Task.yield() }
        #expect(journal.entries == ["first works"])
        journal.note("go")
        _ = try await first.value
        try #require(await eventually { journal.index(of: "second works") != nil })
        second.cancel()
        _ = try await second.value
        #expect(journal.entries == ["first works", "go", "first ends", "second works", "second ends"])
    }

    @Test func `a run beside one that is not cancelled throws, also while that one waits`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["first works"] })
        await #expect(throws: MachineAlreadyRunning.self) { try await run("other").value }
        first.cancel()
        let second = run("second")
        await #expect(throws: MachineAlreadyRunning.self) { try await run("other").value }
        second.cancel()
        journal.note("go")
        _ = try await first.value
        _ = try await second.value
    }

    @Test func `a run that is cancelled while it waits returns at once, and the next one waits on`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["first works"] })
        first.cancel()
        let second = run("second")
        let third: Task<Listing, any Error>
        second.cancel()
        third = run("third")
        #expect(try await second.value.list == [1])
        #expect(journal.entries == ["first works", "second ends"])
        let fourth = Task.immediate { () async throws in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await machine.run { _, _ in Issue.record("cancelled work") }
        }
        await #expect(throws: MachineAlreadyRunning.self) { try await fourth.value }
        journal.note("go")
        try #require(await eventually { journal.index(of: "third works") != nil })
        third.cancel()
        _ = try await third.value
        _ = try await first.value
    }

    @Test func `a run after one that has returned starts at once`() async throws {
        for round in 0..<20 {
            let run = Task.immediate {
                try await machine.run { _, _ in journal.note("\(round)") }
            }
            try #require(await eventually { journal.index(of: "\(round)") != nil })
            run.cancel()
            _ = try await run.value
        }
    }

    /// As views come and go: each run is cancelled, and the next one is called at once.
    @Test func `of runs that replace each other, one at a time works, and the last one stays`() async throws {
        let working = Counter()
        let most = Counter()
        var runs: [Task<Void, any Error>] = []
        for _ in 0..<100 {
            runs.last?.cancel()
            runs.append(
                Task.immediate {
                    _ = try await machine.run { _, _ in
                        working.increment()
                        if working.value > 1 { most.increment() }
                        try? await Task.sleep(for: .seconds(1_000))
                        working.decrement()
                    }
                }
            )
            if runs.count.isMultiple(of: 3) { await Task.yield() }
        }
        try #require(await eventually { working.value == 1 })
        runs.last?.cancel()
        for run in runs { try await run.value }
        #expect(most.value == 0 && working.value == 0)
    }

    @Test func `a machine that is stopped while a run waits ends that run`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["first works"] })
        first.cancel()
        let second = run("second")
        machine.stop()
        journal.note("go")
        _ = try await first.value
        #expect(try await second.value.list == [1])
        #expect(journal.index(of: "second works") == nil)
    }

    /// So many that the suite would exceed its time limit if each of them looked at all others.
    @Test func `a great many cancelled runs may wait for one`() async throws {
        let first = run("first")
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["first works"] })
        first.cancel()
        var runs: [Task<Void, any Error>] = []
        for _ in 0..<50_000 {
            let run = Task.immediate { _ = try await machine.run { _, _ in Issue.record("cancelled work") } }
            run.cancel()
            runs.append(run)
        }
        for run in runs { try await run.value }
        journal.note("go")
        _ = try await first.value
        try await machine.run(until: { $0.list == [2] }) { _, send in await send(.list([2])) }
    }
}
