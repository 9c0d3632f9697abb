import Observation
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct ObservationTests {
    /// Counts the notifications after one reading.
    private func changes(of machine: StateMachine<Listing>, reading: () -> Void, during body: () -> Void) -> Int {
        let count = Counter()
        withObservationTracking(reading) { count.increment() }
        body()
        return count.value
    }

    @Test func `a handled event is a change, whether the state differs or not`() {
        let machine = StateMachine(Listing())
        for event in [Listing.Event.list([1]), .ping] {
            #expect(changes(of: machine, reading: { _ = machine.state }, during: { machine.send(event) }) == 1)
        }
    }

    @Test func `what did not happen is no change`() {
        let machine = StateMachine(Listing())
        #expect(changes(of: machine, reading: { _ = machine.state }, during: { machine.start() }) == 0)
        #expect(changes(of: machine, reading: { _ = machine.state }, during: { machine.send(.nonsense) }) == 0)
        #expect(changes(of: machine, reading: {}, during: { machine.send(.ping) }) == 0)
        #expect(changes(of: machine, reading: { _ = machine.state }, during: { machine.stop() }) == 0)
        #expect(changes(of: machine, reading: { _ = machine.state }, during: { machine.send(.ping) }) == 0)
    }

    @Test func `a reader is notified of the next change once, and of more when it reads again`() {
        let machine = StateMachine(Listing())
        let ping = { _ = machine.send(.ping) }
        #expect(changes(of: machine, reading: { _ = machine.state }, during: { (0..<5).forEach { _ in ping() } }) == 1)
        #expect(changes(of: machine, reading: { _ = machine.state }, during: ping) == 1)
    }

    @Test func `all readers are notified, also those that read in between`() {
        let machine = StateMachine(Listing())
        let counts = (0..<3).map { _ in Counter() }
        for count in counts {
            withObservationTracking {
                _ = machine.state
            } onChange: {
                count.increment()
            }
            _ = machine.state
        }
        machine.send(.ping)
        #expect(counts.map(\.value) == [1, 1, 1])
    }

    @Test func `activities are observable, starting and stopping included`() {
        let machine = StateMachine(Listing(list: [1]))
        let read = { _ = machine.activities }
        #expect(changes(of: machine, reading: read, during: { machine.start() }) == 1)
        #expect(changes(of: machine, reading: read, during: { machine.send(.list([2])) }) == 1)
        #expect(changes(of: machine, reading: read, during: { machine.stop() }) == 1)
    }

    @Test func `observers are notified last, and see the new state`() {
        let machine = StateMachine(Listing())
        let log = Journal<String>()
        machine.onTransition { _ in log.note("hook") }
        withObservationTracking {
            _ = machine.state
        } onChange: {
            log.note("observer")
        }
        machine.send(.ping)
        #expect(log.entries == ["hook", "observer"])
    }

    @Test func `an observer that reads in a hook is notified of the next change`() {
        let machine = StateMachine(Listing(list: [1]))
        let log = Journal<String>()
        func observe(_ name: String, _ read: @escaping () -> Void) {
            withObservationTracking(read) { log.note(name) }
        }
        machine.onActivityEntry { [unowned machine] in observe("state after +\($0)") { _ = machine.state } }
        machine.onActivityEntry { [unowned machine] in observe("activities after +\($0)") { _ = machine.activities } }
        machine.onRejection { [unowned machine] _ in observe("state after a rejection") { _ = machine.state } }
        machine.start()
        #expect(log.entries == [])
        machine.send(.list([2]))
        #expect(log.entries.sorted() == ["activities after +1", "state after +1"])
        machine.send(.nonsense)
        machine.send(.ping)
        #expect(
            log.entries.dropFirst(2).sorted() == ["activities after +2", "state after +2", "state after a rejection"]
        )
        machine.send(.ping)
        #expect(log.entries.count == 5)
    }

    @Test func `an observer that reads one value when notified of the other is notified of its next change`() {
        for readsActivitiesFirst in [false, true] {
            let machine = StateMachine(Listing())
            machine.start()
            let count = Counter()
            nonisolated(unsafe) let reads = [
                { [unowned machine] in _ = machine.state.list }, { [unowned machine] in _ = machine.activities },
            ]
            let (first, second) = readsActivitiesFirst ? (reads[1], reads[0]) : (reads[0], reads[1])
            nonisolated(unsafe) let next = second
            withObservationTracking(first) {
                withObservationTracking(next) { count.increment() }
            }
            machine.send(.list([1]))
            #expect(count.value == 0)
            machine.send(.list([2]))
            #expect(count.value == 1)
        }
    }

    @Test func `an observer that reads while observers are notified is notified of the next change`() {
        let machine = StateMachine(Listing())
        let count = Counter()
        nonisolated(unsafe) let read = { [unowned machine] in _ = machine.state.list }
        withObservationTracking(read) {
            withObservationTracking(read) { count.increment() }
        }
        machine.send(.ping)
        #expect(count.value == 0)
        machine.send(.ping)
        #expect(count.value == 1)
    }

    @Test @MainActor func `a sequence of observations sees the last state`() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let machine = StateMachine(Listing())
        let states = Observations { machine.state.list.count }
        let reader = Task { @MainActor in
            var seen: [Int] = []
            for await count in states {
                seen.append(count)
                if count == 3 { break }
            }
            return seen
        }
        for count in 1...3 {
            await Task.yield()
            machine.send(.list(Array(0..<count)))
            machine.send(.nonsense)
        }
        let seen = await reader.value
        #expect(seen.last == 3)
        #expect(seen == seen.sorted())
    }
}
