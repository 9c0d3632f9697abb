import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import StateMachineTesting

@Suite(.timeLimit(.minutes(1)), .computing) struct SleeperQueueTests {
    private final class Counter: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func increment() { count.withLock { $0 += 1 } }
    }

    /// A key that counts its comparisons.
    private struct CountedKey: Comparable, Sendable {
        let value: Int
        let comparisons: Counter

        static func == (one: Self, other: Self) -> Bool {
            one.comparisons.increment()
            return one.value == other.value
        }

        static func < (one: Self, other: Self) -> Bool {
            one.comparisons.increment()
            return one.value < other.value
        }
    }

    @Test func `elements leave the queue in the order of their keys and numbers, as in a sorted list`() {
        let seed = UInt64.random(in: 0..<1_000_000)
        var random = SeededGenerator(seed: seed)
        var queue = SleeperQueue<Int, String>()
        var model: [(key: Int, number: Int)] = []
        for number in 0..<ProcessEnvironment.runs(4_000) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0..<2:
                let key = Int.random(in: 0..<20, using: &random)
                queue.insert("\(number)", key: key, number: number)
                model.append((key, number))
                model.sort { $0 < $1 }
            case 2:
                let removed = Int.random(in: 0...number, using: &random)
                #expect(queue.remove(removed)?.number == model.first { $0.number == removed }?.number)
                model.removeAll { $0.number == removed }
            default:
                let first = model.isEmpty ? nil : model.removeFirst()
                #expect(queue.removeFirst()?.value == first.map { "\($0.number)" }, "seed \(seed)")
            }
            #expect(queue.count == model.count && queue.first?.number == model.first?.number, "seed \(seed)")
        }
    }

    @Test(arguments: [false, true])
    func `an insertion and a removal take a logarithmic number of comparisons`(isAscending: Bool) {
        let comparisons = Counter()
        var queue = SleeperQueue<CountedKey, Void>()
        let count = 4_096
        for number in 0..<count {
            let key = CountedKey(value: isAscending ? number : -number, comparisons: comparisons)
            queue.insert((), key: key, number: number)
        }
        for number in 0..<count { _ = queue.remove(number * 1_597 % count) }
        #expect(queue.count == 0)
        // Each of 12 levels takes two comparisons of `==` and `<` in an insertion, and four in a
        // removal, which can also move an element up.
        #expect(comparisons.value < count * 12 * 8)
    }
}
