import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(4)), .computing) struct RunTests {
    /// What became of one instance's work.
    enum Note: Equatable {
        case began(Int)
        case cancelled(Int)
        case ended(Int)
    }

    /// Works until it is cancelled, and notes it.
    private static func waitForCancellation(_ activity: Int, _ journal: Journal<Note>, clock: ManualClock) async {
        journal.note(.began(activity))
        await withTaskCancellationHandler {
            try? await clock.sleep(for: .seconds(1_000_000))
        } onCancel: {
            journal.note(.cancelled(activity))
        }
        journal.note(.ended(activity))
    }

    @Test func `a run does the work of the activities and ends with the state that was waited for`() async throws {
        let machine = StateMachine(Listing(list: [3]))
        let last = await machine.run(until: { $0.list == [0] }) { activity, send in
            #expect(await send(.list([activity - 1])) == .handled(1))
        }
        #expect(last.list == [0])
        #expect(machine.state.list == [0])
    }

    @Test func `a run whose last state holds at the start does no work`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        var entered: [Int] = []
        machine.onActivityEntry { entered.append($0) }
        await machine.run(until: { _ in true }) { _, _ in Issue.record("work was done") }
        #expect(entered == [1])
    }

    @Test func `an exited activity is cancelled, a new one started, one that stays is not touched`() async throws {
        let machine = StateMachine(Listing(list: [1, 2]))
        let journal = Journal<Note>()
        let clock = ManualClock()
        let sender = machine.sender()
        async let script: Void = {
            #expect(await eventually { journal.entries.count == 2 })
            #expect(await sender.send(.list([1, 3])) == .handled(2))
            #expect(await eventually { journal.index(of: .began(3)) != nil })
            #expect(await sender.send(.list([])) == .handled(0))
        }()
        await machine.run(until: \.list.isEmpty) { activity, _ in
            await Self.waitForCancellation(activity, journal, clock: clock)
        }
        await script
        let entries = journal.entries
        #expect(entries.count == 9)
        #expect(entries.filter { $0 == .began(1) }.count == 1)
        let cancelled = try #require(journal.index(of: .cancelled(2)))
        let began = try #require(journal.index(of: .began(3)))
        #expect(cancelled < began)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `an event from outside starts activities as any other`() async throws {
        let machine = StateMachine(Listing())
        let journal = Journal<Note>()
        let sender = machine.sender()
        async let script: Void = {
            await sender.send(.list([1]))
            #expect(await eventually { journal.index(of: .ended(1)) != nil })
            await sender.send(.list([2]))
        }()
        await machine.run(until: { $0.list == [2] }) { activity, _ in
            journal.note(.began(activity))
            journal.note(.ended(activity))
        }
        await script
        #expect(journal.entries == [.began(1), .ended(1)])
    }

    @Test(arguments: [[], [1], [1, 2, 3]])
    func `cancelling a run cancels everything, waits for it, and keeps the state`(list: [Int]) async throws {
        let journal = Journal<Note>()
        let clock = ManualClock()
        let task = Task {
            let machine = StateMachine(Listing(list: list))
            machine.onTransition { _ in Issue.record("moved") }
            machine.onRejection { _ in Issue.record("rejected") }
            var dropped = 0
            machine.onDrop { _, reason in
                #expect(reason == .stale)
                dropped += 1
            }
            let last = await machine.run { activity, send in
                await Self.waitForCancellation(activity, journal, clock: clock)
                #expect(await send(.list([99])) == .dropped(.stale))
            }
            #expect(machine.activities == list)
            #expect(dropped == list.count)
            return last
        }
        try #require(await eventually { clock.sleeperCount == list.count })
        task.cancel()
        #expect(await task.value.list == list)
        #expect(
            Set(journal.entries.filter { if case .ended = $0 { true } else { false } }.map { "\($0)" }).count
                == list.count
        )
    }

    @Test func `stopping the machine ends its run`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        machine.onTransition { [unowned machine] in if $0.event == .list([2]) { machine.stop() } }
        await machine.run { activity, send in
            #expect(await send(.list([2])).isHandled || activity == 2)
        }
        #expect(machine.send(.ping) == .dropped(.stopped))
        await machine.run { _, _ in Issue.record("work after the stop") }
    }

    @Test func `what an exited instance sends is stale: dropped, reported, never delivered`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        var dropped: [Listing.Event] = []
        machine.onDrop { event, reason in
            #expect(reason == .stale)
            dropped.append(event)
        }
        let isStale = Atomic(false)
        await machine.run(until: { $0.list == [3] }) { activity, send in
            if activity == 1 {
                #expect(await send(.list([2])) == .handled(1))
                #expect(Task.isCancelled)
                #expect(await send(.list([99])) == .dropped(.stale))
                isStale.store(true, ordering: .sequentiallyConsistent)
            } else {
                #expect(await eventually { isStale.load(ordering: .sequentiallyConsistent) })
                await send(.list([3]))
            }
        }
        #expect(dropped == [.list([99])])
    }

    @Test func `a sender that outlives its run still gets an answer`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let leaked = Locked<StateMachine<Listing>.Sender?>(nil)
        await machine.run(until: \.list.isEmpty) { _, send in
            leaked.withLock { $0 = send }
            await send(.list([]))
        }
        let sender = try #require(leaked.withLock { $0 })
        #expect(await sender.send(.ping) == .dropped(.stale))
        machine.send(.list([1]))
        await machine.run(until: \.list.isEmpty) { _, send in
            #expect(await sender.send(.ping) == .dropped(.stale))
            await send(.list([]))
        }
    }

    @Test func `an instance waits for its equal predecessor, and nothing else waits`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let journal = Journal<Note>()
        let mayEnd = Counter()
        let sender = machine.sender()
        async let script: Void = {
            #expect(await eventually { journal.index(of: .began(1)) != nil })
            await sender.send(.list([]))
            await sender.send(.list([1, 2]))
            // The slow clean-up of the first instance holds up its successor, but not activity 2.
            #expect(await eventually { journal.index(of: .began(2)) != nil })
            #expect(journal.entries.filter { $0 == .began(1) }.count == 1)
            mayEnd.increment()
            #expect(await eventually { journal.entries.filter { $0 == .began(1) }.count == 2 })
            await sender.send(.list([9]))
        }()
        await machine.run(until: { $0.list == [9] }) { activity, _ in
            journal.note(.began(activity))
            guard activity == 1 else { return }
            // A clean-up that takes its time, whatever is cancelled.
            await Task { _ = await eventually { mayEnd.value > 0 } }.value
            journal.note(.ended(activity))
        }
        await script
        let first = try #require(journal.index(of: .ended(1)))
        let second = try #require(journal.entries.lastIndex(of: .began(1)))
        #expect(first < second)
    }

    @Test func `work inherits the task-local values of its run, whatever task sent the event`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let sender = machine.sender()
        async let script: Void = TaskLocals.$name.withValue("sender") {
            await sender.send(.list([2]))
            await sender.send(.list([2, 3]))
        }
        await TaskLocals.$name.withValue("run") {
            _ = await machine.run(until: { $0.list.isEmpty }) { activity, send in
                #expect(TaskLocals.name == "run")
                if activity == 3 { await send(.list([])) }
            }
        }
        await script
    }

    private enum TaskLocals {
        @TaskLocal static var name = "none"
    }

    @Test func `a timeout is an activity that sleeps and sends`() async throws {
        let machine = StateMachine(Listing(list: [30]))
        let clock = ManualClock()
        async let time: Void = {
            #expect(await eventually { clock.sleeperCount == 1 })
            clock.advance(by: .seconds(29))
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .seconds(1))
        }()
        await machine.run(until: \.list.isEmpty) { seconds, send in
            guard (try? await clock.sleep(for: .seconds(seconds))) != nil else { return }
            await send(.list([]))
        }
        await time
    }

    @Test @MainActor func `a run on the main actor calls hooks and predicates there`() async throws {
        let machine = StateMachine(Listing(list: [5]))
        var entered: [Int] = []
        var transitionCount = 0
        var asked: [[Int]] = []
        machine.onActivityEntry { activity in
            MainActor.assertIsolated()
            entered.append(activity)
        }
        machine.onTransition { _ in
            MainActor.assertIsolated()
            transitionCount += 1
        }
        await machine.run { state in
            MainActor.assertIsolated()
            asked.append(state.list)
            return state.list == [3]
        } perform: { activity, send in
            await send(.list([activity - 1]))
        }
        #expect(entered == [5, 4, 3] && transitionCount == 2)
        #expect(asked == [[5], [4], [3]])
    }
}
