import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// A machine that says nothing of where it begins may have begun where it is.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct UnboundedWatchTests {
    private struct Counter: StateDefinition {
        var count = 4
        mutating func handleEvent(_ event: Int) throws(TransitionError) { count += event }
    }

    @Test func `what is to come is waited for from where the watch begins`() {
        let machine = StateMachine(Counter())
        let watch = machine.watch([.eventually("ten") { $0.count == 10 }])
        #expect(watch.unwatched.isEmpty)
        #expect(watch.pending == ["ten"])
        machine.send(6)
        #expect(watch.pending.isEmpty)
    }

    @Test func `a failure is told with the last twenty steps, and where they begin`() throws {
        let machine = StateMachine(Counter(count: 0))
        let watch = machine.watch([.never("thirty") { $0.count == 30 }])
        for _ in 0..<30 { machine.send(1) }
        let trace = try #require(watch.failures.first?.trace)
        #expect(trace.initial.count == 10)
        #expect(trace.steps.map(\.after.count) == Array(11...30))
    }

    private final class Count: Sendable {
        let value = Locked(0)
    }

    /// A memory that counts the memories in use.
    private final class Remembered: Hashable, Sendable {
        let count: Int
        private let used: Count

        init(_ count: Int, _ used: Count) {
            self.count = count
            self.used = used
            used.value.withLock { $0 += 1 }
        }

        deinit { used.value.withLock { $0 -= 1 } }

        static func == (one: Remembered, other: Remembered) -> Bool { one.count == other.count }
        func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }

    @Test func `a watch keeps only the last memory`() {
        let used = Count()
        let machine = StateMachine(Counter())
        let watch = machine.watch([
            .atAllTimes("a thousand events at most", remembering: { _ in Remembered(0, used) }) { memory, _ in
                memory = Remembered(memory.count + 1, used)
                return memory.count <= 1_000
            }
        ])
        for _ in 0..<1_000 { machine.send(1) }
        #expect(watch.failures.isEmpty)
        #expect(used.value.withLock { $0 } == 1)
        machine.send(1)
        #expect(watch.failures.count == 1)
    }
}
