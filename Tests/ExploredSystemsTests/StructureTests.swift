import StateMachineGraphs
import TestSupport
import Testing

@testable import ExploredSystems

/// When two states are the same.
@Suite(.timeLimit(.minutes(1)), .computing) struct StructureTests {
    private func isSame(_ one: Any, _ other: Any, _ identifiers: Identifiers...) -> Bool {
        let reader = StructureReader(identifiers: identifiers)
        return reader.structure(of: one).key == reader.structure(of: other).key
    }

    private struct Counter {
        private var count: Int
        let name: String?
        init(_ count: Int, _ name: String? = nil) { (self.count, self.name) = (count, name) }
    }

    private enum Door: CustomStringConvertible {
        case open, closed
        case locked(by: String)
        case stuck(Int, Int)
        var description: String { "a door" }
    }

    @Test func `private properties, optional ones and names count`() {
        #expect(isSame(Counter(1), Counter(1)))
        #expect(!isSame(Counter(1), Counter(2)))
        #expect(!isSame(Counter(1), Counter(1, "")))
        #expect(!isSame(Counter(1, "a"), Counter(1, "b")))
        #expect(isSame(Counter(1, "a"), Counter(1, "a")))
    }

    @Test func `a case counts, whatever its description says, and so does its payload`() {
        #expect(!isSame(Door.open, Door.closed))
        #expect(!isSame(Door.locked(by: "me"), Door.locked(by: "you")))
        #expect(!isSame(Door.stuck(1, 2), Door.stuck(2, 1)))
        #expect(isSame(Door.stuck(1, 2), Door.stuck(1, 2)))
        #expect(!isSame([Door?.none], [Door?.some(.open)]))
    }

    @Test func `numbers of all types count, down to the last bit`() {
        let pairs: [(Any, Any)] = [
            (Int8.min, Int8.max), (UInt64.max, UInt64.max - 1), (Int.min, Int.min + 1), (0.1, 0.1.nextUp),
            (UInt64(1) << 63, UInt64(0)), (true, false), ("a\0b", "a\0c"), (Duration.seconds(1), Duration.seconds(2)),
            (Substring("a"), Substring("b")), (1...2, 1...3), (Unicode.Scalar(UInt8(65)), Unicode.Scalar(UInt8(66))),
            ([1][...], [2][...]), (Character("a"), Character("b")), (Float(1), Float(2)),
        ]
        for (one, other) in pairs {
            #expect(!isSame(one, other), "\(one) \(other)")
            #expect(isSame(one, one), "\(one)")
        }
    }

    @Test func `sets and dictionaries have no order, arrays have one`() {
        let (some, more) = (Array(0..<40), Array((0..<40).reversed()))
        #expect(isSame(Set(some), Set(more)))
        #expect(
            isSame(
                Dictionary(uniqueKeysWithValues: some.map { ($0, "\($0)") }),
                Dictionary(uniqueKeysWithValues: more.map { ($0, "\($0)") })
            )
        )
        #expect(!isSame([1: "a", 2: "b"], [1: "b", 2: "a"]))
        #expect(!isSame(some, more))
        #expect(!isSame([[1], [2, 3]], [[1, 2], [3]]))
    }

    private class Node {
        var value: Int
        var next: Node?
        init(_ value: Int) { self.value = value }
    }
    private final class Leaf: Node {
        var colour = "green"
    }

    @Test func `objects are followed, round cycles and up to their superclass`() {
        func ring(_ values: Int...) -> Node {
            let nodes = values.map(Node.init)
            for (node, next) in zip(nodes, nodes.dropFirst() + nodes.prefix(1)) { node.next = next }
            return nodes[0]
        }
        #expect(isSame(ring(1, 2, 3), ring(1, 2, 3)))
        #expect(!isSame(ring(1, 2, 3), ring(1, 2, 4)))
        #expect(!isSame(ring(1, 1), ring(1)))
        let (green, red, other) = (Leaf(1), Leaf(1), Leaf(2))
        red.colour = "red"
        #expect(!isSame(green, red) && !isSame(green, other) && isSame(green, Leaf(1)))
        // Twice the same object is not two equal ones.
        #expect(!isSame([green, green], [Leaf(1), Leaf(1)]))
    }

    private struct Timeout: Error {}
    private struct Refusal: Error {}

    @Test func `types count, even if they store nothing or the same`() {
        #expect(!isSame([Timeout() as any Error], [Refusal() as any Error]))
        #expect(isSame([Timeout() as any Error], [Timeout() as any Error]))
        #expect(!isSame([1 as Any], [UInt8(1) as Any]))
    }

    @Test func `a collection that has an order keeps it, whatever it calls itself`() {
        struct Ordered: CustomReflectable {
            let list: [Int]
            var customMirror: Mirror { Mirror(self, unlabeledChildren: list, displayStyle: .set) }
        }
        #expect(!isSame(Ordered(list: [1, 2]), Ordered(list: [2, 1])))
        #expect(isSame(Ordered(list: [1, 2]), Ordered(list: [1, 2])))
    }

    @Test func `which object of a dictionary is meant counts`() {
        struct Chosen { let all: [Int: Node], current: Node }
        let (one, other) = (Node(1), Node(2))
        #expect(
            !isSame(Chosen(all: [1: one, 2: other], current: one), Chosen(all: [1: one, 2: other], current: other))
        )
        #expect(isSame(Chosen(all: [1: one, 2: other], current: one), Chosen(all: [2: other, 1: one], current: one)))
        #expect(!isSame([1: one, 2: one], [1: Node(1), 2: Node(1)]))
    }

    private struct ID: Hashable { var number: Int }
    private struct Link { var id: ID, timerID: Int, nextTimerID: Int, left = 0 }

    @Test func `identifiers are replaced by their ranks, by type, by property and as keys`() {
        let kinds = (Identifiers(types: ID.self), Identifiers(properties: "timerID", "nextTimerID"))
        func isAlike(_ one: Any, _ other: Any) -> Bool { isSame(one, other, kinds.0, kinds.1) }
        #expect(
            isAlike(
                Link(id: ID(number: 7), timerID: 3, nextTimerID: 9),
                Link(id: ID(number: 0), timerID: 0, nextTimerID: 1)
            )
        )
        #expect(
            !isAlike(
                Link(id: ID(number: 7), timerID: 3, nextTimerID: 3),
                Link(id: ID(number: 0), timerID: 0, nextTimerID: 1)
            )
        )
        #expect(
            !isAlike(
                Link(id: ID(number: 7), timerID: 3, nextTimerID: 9, left: 1),
                Link(id: ID(number: 7), timerID: 3, nextTimerID: 9)
            )
        )
        // In sets, too, and equal ones stay equal.
        #expect(isAlike([ID(number: 5): [ID(number: 9)]], [ID(number: 1): [ID(number: 2)]]))
        #expect(!isAlike([ID(number: 5): [ID(number: 5)]], [ID(number: 1): [ID(number: 2)]]))
        #expect(
            !isSame(
                Link(id: ID(number: 7), timerID: 3, nextTimerID: 9),
                Link(id: ID(number: 0), timerID: 3, nextTimerID: 9)
            )
        )

        struct Table { var links: [Int: String], sizes: [Int: Int] = [:] }
        let keys = Identifiers(properties: [], keys: ["links"])
        #expect(isSame(Table(links: [4: "a", 9: "b"]), Table(links: [0: "a", 1: "b"]), keys))
        #expect(!isSame(Table(links: [4: "a", 9: "b"]), Table(links: [0: "b", 1: "a"]), keys))
        #expect(!isSame(Table(links: [:], sizes: [4: 4]), Table(links: [:], sizes: [1: 4]), keys))
    }

    @Test func `what has changed is named by its path`() {
        struct Pool { var links: [Link], door = Door.open, open: Set<Int> = [], names: [String: Int?] = [:] }
        let link = Link(id: ID(number: 1), timerID: 2, nextTimerID: 3)
        var after = link
        after.left = 4
        let difference = StructureDifference(
            from: Pool(links: [link]),
            to: Pool(links: [after], door: .stuck(1, 2), open: [2, 1], names: ["a": nil])
        )
        #expect(
            difference.lines == [
                "links.0.left: 0 → 4", "door: open → stuck(1, 2)", "open: [] → [1, 2]", "names: [:] → [\"a\": nil]",
            ]
        )
        #expect(StructureDifference(from: link, to: link).lines.isEmpty)
    }
}
