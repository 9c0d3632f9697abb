import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Activities whose `==` or `hash(into:)` is not as expected, during a run.
@Suite(.timeLimit(.minutes(2)), .computing) struct UnequalActivityTests {
    /// Lists numbers, of which not a number is one.
    private struct Numbers: StateDefinition {
        var activities: [Double] = []

        mutating func handleEvent(_ event: [Double]) throws(TransitionError) { activities = event }
    }

    /// Equal to every other one, although the hashes differ.
    private struct Indistinct: Hashable, Sendable {
        let number: Int

        static func == (lhs: Indistinct, rhs: Indistinct) -> Bool { true }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private struct Indistincts: StateDefinition {
        var activities: [Indistinct] = []

        mutating func handleEvent(_ event: [Int]) throws(TransitionError) { activities = event.map(Indistinct.init) }
    }

    /// Equal if the keys are, with the hash that Swift creates, which also includes the note.
    private struct Noted: Hashable, Sendable {
        let key: Int
        let note: Int

        static func == (lhs: Noted, rhs: Noted) -> Bool { lhs.key == rhs.key }
    }

    private struct Notes: StateDefinition {
        var activities: [Noted] = []

        mutating func handleEvent(_ event: [Noted]) throws(TransitionError) { activities = event }
    }

    /// Counts the work that is in progress, and works until it is cancelled.
    private func work(_ working: Counter) async {
        working.increment()
        try? await Task.sleep(for: .seconds(1_000))
        working.decrement()
    }

    @Test @MainActor func `work for an activity with a NaN is cancelled when the activity is exited`() async throws {
        let machine = StateMachine(Numbers(activities: [.nan, 1, .nan]))
        let working = Counter()
        let run = Task { await machine.run { _, _ in await work(working) } }
        try #require(await eventually { working.value == 3 })
        for _ in 0..<10 { machine.send([.nan, 2, .nan]) }
        try #require(await eventually { working.value == 3 })
        machine.send([2])
        try #require(await eventually { working.value == 1 })
        machine.send([2, .nan])
        try #require(await eventually { working.value == 2 })
        run.cancel()
        _ = await run.value
        #expect(working.value == 0)
    }

    @Test @MainActor func `hooks are called with each exit of an activity with a NaN, innermost first`() async throws {
        let machine = StateMachine(Numbers(activities: [.nan]))
        var log: [String] = []
        machine.onActivityEntry { log.append("+\($0)") }
        machine.onActivityExit { log.append("-\($0)") }
        machine.start()
        machine.send([.nan, 1])
        machine.send([1])
        #expect(log == ["+nan", "-nan", "+nan", "+1.0", "-nan"])
    }

    @Test(arguments: [2, 7, 40])
    @MainActor func `a run whose activities are all equal with different hashes ends when it is cancelled`(
        count: Int
    ) async throws {
        let machine = StateMachine(Indistincts(activities: (0..<count).map(Indistinct.init)))
        let working = Counter()
        let run = Task { await machine.run { _, _ in await work(working) } }
        try #require(await eventually { working.value > 0 })
        for first in 1..<30 { machine.send(Array(first..<first + (first * 7) % count)) }
        run.cancel()
        _ = await run.value
        #expect(working.value == 0)
    }

    /// All activities of a state are new in the next one, many times before the run gets its turn.
    @Test @MainActor func `work that was exited before its start is never started`() async throws {
        let machine = StateMachine(Listing(list: [0]))
        let began = Journal<Int>()
        let run = Task.immediate {
            await machine.run(until: \.list.isEmpty) { activity, send in
                began.note(activity)
                if activity == 201 { await send(.list([])) }
            }
        }
        for number in 1...200 { machine.send(.list([number, number + 1])) }
        _ = await run.value
        #expect(Set(began.entries).isSubset(of: [0, 200, 201]))
        #expect(began.entries.contains(201))
    }

    /// Unequal to itself, and counts how often it is compared.
    private struct Counted: Hashable {
        static let comparisons = Counter()

        static func == (one: Counted, other: Counted) -> Bool {
            comparisons.increment()
            return false
        }

        func hash(into hasher: inout Hasher) {}
    }

    private struct ManyCounted: StateDefinition {
        var activities: [Counted] = []

        mutating func handleEvent(_ count: Int) throws(TransitionError) {
            activities = Array(repeating: Counted(), count: count)
        }
    }

    @Test func `many activities that do not equal themselves are compared a few times each`() {
        let machine = StateMachine(ManyCounted())
        var entered = 0
        machine.onActivityEntry { _ in entered += 1 }
        let before = Counted.comparisons.value
        machine.send(1_000)
        #expect(entered == 1_000)
        #expect(Counted.comparisons.value - before < 10_000)
    }

    @Test @MainActor func `an instance is found by an equal activity with a different hash`() async throws {
        for count in [2, 40] {
            let machine = StateMachine(Notes(activities: (0..<count).map { Noted(key: $0, note: 0) }))
            let working = Counter()
            let run = Task { await machine.run { _, _ in await work(working) } }
            try #require(await eventually { working.value == count })
            // The list changes its length, so the machine compares the rest with the new notes.
            machine.send((0..<count).map { Noted(key: $0, note: 1) } + [Noted(key: count, note: 1)])
            machine.send([Noted(key: 0, note: 2)])
            try #require(await eventually { working.value == 1 })
            machine.send([])
            try #require(await eventually { working.value == 0 })
            run.cancel()
            _ = await run.value
        }
    }

    /// In long lists, the machine compares by hash values, and in short ones by `==`.
    @Test(arguments: [3, 10, 24])
    @MainActor func `no work continues after its exit, whatever == and the hash values say`(length: Int) async throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        for number in 0..<UInt64(ProcessEnvironment.runs(200)) {
            var random = SeededGenerator(seed: seed + number)
            let machine = StateMachine(Notes())
            let working = Counter()
            let run = Task { await machine.run { _, _ in await work(working) } }
            for _ in 0..<12 {
                let count = Int.random(in: 0...length, using: &random)
                let (keys, notes) = (0...length / 2, 0..<2)
                machine.send(
                    (0..<count).map { _ in
                        Noted(key: .random(in: keys, using: &random), note: .random(in: notes, using: &random))
                    }
                )
                for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
            }
            machine.send([])
            try #require(await eventually { working.value == 0 }, "seed \(seed + number)")
            run.cancel()
            _ = await run.value
        }
    }
}
