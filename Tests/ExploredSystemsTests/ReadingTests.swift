import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// What the key of a state is made of.
@Suite(.timeLimit(.minutes(1)), .computing) struct ReadingTests {
    private func isSame(_ one: Any, _ other: Any) -> Bool {
        let reader = StateReader(identifiers: [])
        return reader.structure(of: one).key == reader.structure(of: other).key
    }

    private struct Tree: Sendable {
        var children: [Tree] = []
        static let leaf = Tree()
    }
    private static let shapes: [any Sendable] = [
        Tree.leaf, Tree(children: [.leaf]), Tree(children: [.leaf, .leaf]), Tree(children: [Tree(children: [.leaf])]),
        [[1], 2] as [any Sendable], [[1, 2]] as [any Sendable],
    ]

    @Test func `where a collection ends counts`() {
        for (index, shape) in Self.shapes.enumerated() {
            for (number, other) in Self.shapes.enumerated() {
                #expect(isSame(shape, other) == (index == number), "\(shape) \(other)")
            }
        }
    }

    @Test(arguments: [1, 15, 16, 100]) func `texts of any length are equal if their characters are`(length: Int) {
        // A long text lies in memory of its own, elsewhere each time.
        func text(_ end: String) -> [String] { [String(repeating: "a", count: length) + end] }
        #expect(isSame(text("b"), text("b")))
        #expect(!isSame(text("b"), text("c")))
    }

    @Test func `what a closure captures does not count, as reflection does not show it`() {
        struct Buffer { let onFull: () -> Int }
        func buffer(_ number: Int) -> Buffer { Buffer { number } }
        #expect(isSame(buffer(1), buffer(2)))
        #expect(!isSame([buffer(1)], [buffer(1), buffer(1)]))
    }

    private struct Listed: CustomReflectable {
        let list: [(key: Int, value: String)]
        let style: Mirror.DisplayStyle
        var customMirror: Mirror { Mirror(self, unlabeledChildren: list, displayStyle: style) }
    }

    @Test(arguments: [Mirror.DisplayStyle.set, .dictionary, .collection])
    func `only the sets and dictionaries of the standard library are unordered`(style: Mirror.DisplayStyle) {
        func isSame(_ one: KeyValuePairs<Int, String>, _ other: KeyValuePairs<Int, String>) -> Bool {
            self.isSame(Listed(list: Array(one), style: style), Listed(list: Array(other), style: style))
        }
        #expect(isSame([1: "a", 2: "b"], [1: "a", 2: "b"]))
        #expect(!isSame([1: "a", 2: "b"], [2: "b", 1: "a"]))
    }

    @Test func `each half of a key tells numbers apart that differ in one bit`() {
        let keys = [StateKey([0])] + (0..<64).map { StateKey([1 << $0]) }
        #expect(Set(keys.map(\.high)).count == 65)
        #expect(Set(keys.map(\.low)).count == 65)
        #expect(StateKey([]) != StateKey([0]) && StateKey([1, 2]) != StateKey([2, 1]))
    }

    @Test func `words are mixed as SplitMix64 mixes them`() {
        // The first number that SplitMix64 makes of the seed 1234567; the key begins with another
        // seed.
        let (seed, start): (UInt64, UInt64) = (1_234_567, 0x9E37_79B9_7F4A_7C15)
        #expect(StateKey([seed ^ start]).high == 6_457_827_717_110_365_317)
    }
}
