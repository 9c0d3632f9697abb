import StateMachineTestSupport
import Synchronization
import Testing

@testable import StateMachineGraphs

/// A list keeps its elements and releases each element once.
@Suite(.timeLimit(.minutes(1)), .computing) struct UnsafeListTests {
    private final class Counter: Sendable {
        let living = Atomic<Int>(0)
    }

    private final class Element: Sendable {
        let number: Int
        private let counter: Counter

        init(_ number: Int, _ counter: Counter) {
            (self.number, self.counter) = (number, counter)
            counter.living.add(1, ordering: .relaxed)
        }

        deinit { counter.living.subtract(1, ordering: .relaxed) }
    }

    @Test func `a list keeps its elements while it grows`() {
        let counter = Counter()
        var list = UnsafeList<Element>()
        #expect(list.elements.isEmpty)
        for number in 0..<1_000 { list.append(Element(number, counter)) }
        #expect(list.elements.map(\.number) == Array(0..<1_000))
        list[7] = Element(-7, counter)
        #expect(list[7].number == -7 && counter.living.load(ordering: .relaxed) == 1_000)
        list.removeAll()
        #expect(list.count == 0 && counter.living.load(ordering: .relaxed) == 0)
        list.append(Element(1, counter))
        list.append(repeating: Element(2, counter), count: 2_000)
        #expect(list.elements.map(\.number) == [1] + Array(repeating: 2, count: 2_000))
        #expect(counter.living.load(ordering: .relaxed) == 2)
        list.deallocate()
        #expect(counter.living.load(ordering: .relaxed) == 0)
    }

    @Test func `an empty list can be cleared and freed`() {
        var list = UnsafeList<String>()
        list.removeAll()
        list.append(repeating: "", count: 0)
        list.reserve(0)
        #expect(list.count == 0)
        list.deallocate()
    }
}
