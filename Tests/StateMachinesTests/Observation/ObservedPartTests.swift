import Observation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachines

/// Parts of a machine, whose observers are notified of changes of the part alone.
@Suite(.timeLimit(.minutes(2)), .computing) struct ObservedPartTests {
    private let machine = StateMachine(Listing())

    /// Counts the changes of a part; it observes the part again each time.
    private final class Watch<Value> {
        private(set) var values: [Value] = []
        private let part: ObservedPart<Value>

        init(_ part: ObservedPart<Value>) {
            self.part = part
            observe()
        }

        private func observe() {
            withObservationTracking {
                values.append(part.value)
            } onChange: { [box = Unchecked(self)] in
                box.value?.observe()
            }
        }
    }

    /// A watch that its observer refers to, on one thread.
    private struct Unchecked<Value>: @unchecked Sendable {
        weak var value: Watch<Value>?

        init(_ value: Watch<Value>) { self.value = value }
    }

    @Test func `observers of a part are notified when the part changes, and of nothing else`() {
        let count = Watch(machine.observing(\.state.list.count))
        for list in [[1], [2], [2, 3], [4, 5], []] { machine.send(.list(list)) }
        machine.send(.ping)
        machine.send(.nonsense)
        #expect(count.values == [0, 1, 2, 0])
    }

    @Test func `a button is asked again only when the answer changes`() {
        let door = StateMachine(Door.closed)
        let canLock = Watch(door.observing { $0.canHandle(.lock) })
        let reason = Watch(door.observing { $0.rejection(of: .lock) })
        for event in [Door.Event.open, .close, .lock, .unlock, .unlock] { door.send(event) }
        #expect(canLock.values == [true, false, true, false, true])
        #expect(reason.values == [nil, .invalid, nil, .invalid, nil])
        door.stop()
        #expect(canLock.values.last == false)
    }

    @Test func `a part that is created in a turn has the value of the end of the turn`() {
        var parts: [ObservedPart<Int>] = []
        machine.onTransition { [weak machine] _ in
            guard let machine, parts.isEmpty else { return }
            parts.append(machine.observing(\.state.list.count))
            machine.send(.list([1, 2, 3]))
        }
        machine.send(.list([1]))
        #expect(parts.map(\.value) == [3])
    }

    @Test func `a part changes when the machine starts and when it stops`() {
        let isRunning = Watch(machine.observing(\.isRunning))
        let activities = Watch(machine.observing(\.activities))
        let other = StateMachine(Listing(list: [3]))
        let others = Watch(other.observing(\.activities))
        machine.start()
        other.start()
        machine.stop()
        #expect(isRunning.values == [false, true, false])
        #expect(activities.values == [[]])
        #expect(others.values == [[], [3]])
    }

    @Test func `a released part leaves no hook behind, and a released machine leaves the last value`() {
        do {
            let part = machine.observing(\.state.list)
            machine.send(.list([1]))
            #expect(part.value == [1])
        }
        machine.send(.ping)
        #expect(machine.flags.isEmpty, "the next event takes the fast path")

        var other: StateMachine? = StateMachine(Listing(list: [7]))
        weak let released = other
        let part = other?.observing(\.state.list)
        other = nil
        #expect(released == nil)
        #expect(part?.value == [7])
    }

    /// Many parts of one machine in a storm of events: each observer has seen each value of its
    /// part once, as a comparison after each event finds them.
    @Test(arguments: 0..<20 as Range<UInt64>) func `parts in a storm notify once for each change`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let projections: [(StateMachine<Listing>) -> Int] = [
            { $0.state.list.count }, { $0.state.list.first ?? 0 }, { $0.state.list.reduce(0, +) % 3 },
            { $0.canHandle(.nonsense) ? 1 : 0 },
        ]
        let watches = projections.map { Watch(machine.observing($0)) }
        var expected = projections.map { [$0(machine)] }
        machine.onEntry(where: { $0.list.count == 2 }) { [weak machine] in machine?.send(.list([9])) }
        machine.onTransition { [unowned machine] _ in
            for (index, projection) in projections.enumerated() where expected[index].last != projection(machine) {
                expected[index].append(projection(machine))
            }
        }
        for _ in 0..<200 {
            let count = Int.random(in: 0..<4, using: &random)
            machine.send(.list((0..<count).map { _ in Int.random(in: 0..<3, using: &random) }))
        }
        #expect(watches.map(\.values) == expected)
    }
}
