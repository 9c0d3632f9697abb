import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachines

/// Readers that follow a machine.
@Suite(.timeLimit(.minutes(2)), .computing) @MainActor struct FollowTests {
    private typealias Step = StateMachine<Listing>.Step

    private let machine = StateMachine(Listing())

    /// Starts a reader that collects what it reads, and returns when it waits.
    private func collect(_ steps: some AsyncSequence<Step, Never>) -> Task<[Step], Never> {
        Task.immediate {
            var found: [Step] = []
            for await step in steps { found.append(step) }
            return found
        }
    }

    private let rejection = InvalidTransition(state: Listing(list: [1]), event: Listing.Event.nonsense)

    @Test func `a reader gets every event from the call on, handled, rejected and dropped`() async {
        machine.send(.ping)
        let steps = machine.follow()
        machine.send(.list([1]))
        machine.send(.nonsense)
        let reader = collect(steps)
        machine.send(.ping)
        machine.stop()
        machine.send(.list([2]))
        let expected = [
            Step(event: .list([1]), outcome: .handled(1), state: Listing(list: [1])),
            Step(event: .nonsense, outcome: .rejected(rejection), state: Listing(list: [1])),
            Step(event: .ping, outcome: .handled(1), state: Listing(list: [1])),
            Step(event: .list([2]), outcome: .dropped(.stopped), state: Listing(list: [1])),
        ]
        #expect(await reader.value == expected)
        #expect("\(expected[1])" == "nonsense: \(expected[1].outcome), in Listing(list: [1])")
    }

    @Test func `several readers get everything, in the order in which events from hooks are handled`() async {
        let readers = [collect(machine.follow()), collect(machine.follow())]
        machine.onTransition { [weak machine] in
            if case .list(let list) = $0.event, list.count < 3 {
                machine?.send(.list(list + [0]))
                machine?.send(.nonsense)
            }
        }
        let late = machine.follow()
        machine.send(.list([]))
        machine.stop()
        let events: [Listing.Event] = [
            .list([]), .list([0]), .nonsense, .list([0, 0]), .nonsense, .list([0, 0, 0]), .nonsense,
        ]
        for reader in readers + [collect(late)] { #expect(await reader.value.map(\.event) == events) }
    }

    @Test func `a state that the machine leaves at once is not missed`() async {
        let reader = collect(machine.follow())
        machine.onEntry(where: { $0.list == [1] }) { [weak machine] in machine?.send(.list([2])) }
        machine.send(.list([1]))
        machine.stop()
        #expect(await reader.value.map(\.state.list) == [[1], [2]])
    }

    @Test func `a stopped machine has no steps, and one that is not started is not started`() async {
        _ = machine.follow()
        #expect(!machine.isRunning)
        machine.stop()
        #expect(await collect(machine.follow()).value == [])
    }

    @Test func `a reader does not retain the machine, and ends with it`() async {
        var other: StateMachine? = StateMachine(Listing())
        weak let released = other
        guard let steps = other?.follow() else { return }
        let reader = collect(steps)
        other?.send(.ping)
        other = nil
        #expect(released == nil)
        #expect(await reader.value.map(\.event) == [.ping])
    }

    @Test func `a reader that has ended stays ended, and keeps nothing`() async {
        let steps = machine.follow()
        var reader = steps.makeAsyncIterator()
        machine.stop()
        #expect(await reader.next(isolation: MainActor.shared) == nil)
        machine.send(.ping)
        #expect(await reader.next(isolation: MainActor.shared) == nil)
    }

    /// Any thread may release the last reference to a machine.
    @Test(arguments: 0..<50) func `a reader ends if another thread releases the machine`(attempt: Int) async {
        var owner: Owner? = Owner()
        guard let steps = owner?.machine.follow() else { return }
        let reader = collect(steps)
        owner?.machine.send(.ping)
        let release = Task.detached { [owner] in withExtendedLifetime(owner) {} }
        owner = nil
        await release.value
        #expect(await reader.value.count == 1)
    }

    @MainActor private final class Owner { let machine = StateMachine(Listing()) }

    @Test func `a cancelled reader ends, and the hooks go with the sequence`() async {
        do {
            let reader = collect(machine.follow())
            machine.send(.ping)
            reader.cancel()
            #expect(await reader.value.count <= 1)
        }
        machine.send(.ping)
        #expect(machine.flags.isEmpty, "the next event takes the fast path")
    }

    @Test func `a reader that takes the place of a cancelled one is woken`() async {
        var events: [Listing.Event] = []
        let steps = machine.follow()
        let former = collect(steps)
        former.cancel()
        // Begins to wait before the cancelled reader has resumed.
        let next = Task.immediate { for await step in steps { events.append(step.event) } }
        #expect(await former.value.isEmpty)
        machine.send(.ping)
        #expect(await eventually { events == [.ping] })
        machine.stop()
        await next.value
    }

    @Test func `a reader that breaks off releases its hooks`() async {
        for list in 1...3 {
            let steps = machine.follow()
            machine.send(.list([list]))
            for await step in steps {
                #expect(step.state.list == [list])
                break
            }
        }
        machine.send(.ping)
        #expect(machine.flags.isEmpty)
    }

    @Test func `a reader follows a run`() async {
        let run = Task { await machine.run { number, send in if number < 5 { await send(.list([number + 1])) } } }
        let reader = collect(machine.follow())
        machine.send(.list([1]))
        _ = try? await machine.state { $0.list == [5] }
        machine.stop()
        _ = await run.value
        #expect(await reader.value.map(\.state.list) == [[1], [2], [3], [4], [5]])
    }

    /// Random events, some of them from hooks, and readers that come and go: each of them reads
    /// what a hook has heard from its first step to its last.
    @Test(arguments: 0..<20 as Range<UInt64>) func `readers in a storm miss nothing`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        var heard: [Listing.Event] = []
        machine.onTransition { heard.append($0.event) }
        machine.onRejection { heard.append($0.event) }
        machine.onEntry(where: { $0.list.count == 2 }) { [weak machine] in machine?.send(.nonsense) }
        var readers: [(from: Int, Task<[Step], Never>)] = []
        for number in 0..<200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: readers.append((heard.count, collect(machine.follow())))
            case 1: await Task.yield()
            case 2: machine.send(.nonsense)
            case let count: machine.send(.list(Array(repeating: number, count: count - 3)))
            }
        }
        machine.stop()
        for (start, reader) in readers { #expect(await reader.value.map(\.event) == Array(heard[start...])) }
    }
}
