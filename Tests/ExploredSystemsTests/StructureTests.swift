import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// When two states are the same.
@Suite(.timeLimit(.minutes(1)), .computing) struct StructureTests {
    private func isSame(_ one: Any, _ other: Any, _ identifiers: SystemIdentifiers...) -> Bool {
        let reader = StateReader(identifiers: identifiers)
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

    @Test func `numbers of all types count, and so do other values, down to the last bit`() {
        let pairs: [(Any, Any)] = [
            (Int8.min, Int8.max), (UInt64.max, UInt64.max - 1), (Int.min, Int.min + 1), (0.1, 0.1.nextUp),
            (Int16(1), Int16(2)), (Int32(1), Int32(2)), (Int64(1), Int64(2)), (UInt(1), UInt(2)), (UInt8(1), UInt8(2)),
            (UInt16(1), UInt16(2)), (UInt32(1), UInt32(2)),
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
        let kinds = (SystemIdentifiers(types: ID.self), SystemIdentifiers(properties: "timerID", "nextTimerID"))
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
        let keys = SystemIdentifiers(properties: [], keys: ["links"])
        #expect(isSame(Table(links: [4: "a", 9: "b"]), Table(links: [0: "a", 1: "b"]), keys))
        #expect(!isSame(Table(links: [4: "a", 9: "b"]), Table(links: [0: "b", 1: "a"]), keys))
        #expect(!isSame(Table(links: [:], sizes: [4: 4]), Table(links: [:], sizes: [1: 4]), keys))
    }

    private struct Timer { var timerID: Int, link: ID }
    private struct Owner {
        let id: ID
        let nextTimerID: Int
        var timers: [Timer] = []
    }

    @Test func `identifiers within an owner are compared with those of the same owner only`() {
        let timers = SystemIdentifiers(properties: "timerID", "nextTimerID").within(SystemIdentifiers(types: ID.self))
        func isAlike(_ one: Any, _ other: Any) -> Bool { isSame(one, other, timers) }
        func links(_ first: Int, _ second: Int) -> [Owner] {
            [Owner(id: ID(number: 3), nextTimerID: first), Owner(id: ID(number: 8), nextTimerID: second)]
        }
        #expect(isAlike(links(1, 2), links(2, 1)))
        #expect(
            !isSame(
                links(1, 2),
                links(2, 1),
                SystemIdentifiers(properties: "nextTimerID"),
                SystemIdentifiers(types: ID.self)
            )
        )
        func owner(_ next: Int, _ ids: Int...) -> Owner {
            Owner(id: ID(number: 0), nextTimerID: next, timers: ids.map { Timer(timerID: $0, link: ID(number: 0)) })
        }
        #expect(isAlike(owner(9, 3, 5), owner(4, 1, 2)))
        #expect(!isAlike(owner(9, 3, 5), owner(4, 2, 1)))
        #expect(!isAlike(owner(9, 3, 5), owner(5, 1, 5)))
        // In sets, whichever number comes first.
        func bag(_ timers: Timer...) -> Bag<Timer> { Bag(list: timers) }
        #expect(
            isAlike(
                bag(Timer(timerID: 7, link: ID(number: 1)), Timer(timerID: 2, link: ID(number: 4))),
                bag(Timer(timerID: 5, link: ID(number: 9)), Timer(timerID: 1, link: ID(number: 0)))
            )
        )
        #expect(
            !isAlike(
                bag(Timer(timerID: 7, link: ID(number: 1)), Timer(timerID: 2, link: ID(number: 1))),
                bag(Timer(timerID: 7, link: ID(number: 1)), Timer(timerID: 2, link: ID(number: 4)))
            )
        )
        // The key of a dictionary owns what is in the value.
        struct Box { var nextTimerID: Int }
        #expect(
            isAlike(
                [ID(number: 1): Box(nextTimerID: 4), ID(number: 2): Box(nextTimerID: 1)],
                [ID(number: 1): Box(nextTimerID: 1), ID(number: 2): Box(nextTimerID: 4)]
            )
        )
        // Names have the rank within the owner.
        let reader = StateReader(identifiers: [timers])
        let system = links(1, 2) + [owner(9, 3, 5)]
        let named = [3, 5].map { reader.text(of: Timer(timerID: $0, link: ID(number: 0)), reader.ranks(in: system)) }
        #expect(named == ["timerID 0, link 0", "timerID 1, link 0"])
    }

    @Test func `parts are read by their public names, without order`() throws {
        func requests(_ ids: Int...) throws -> SimulatedContinuations<Int> {
            var requests = SimulatedContinuations<Int>("request")
            for id in ids { try requests.suspend(id) }
            return requests
        }
        let waiting = SystemIdentifiers(properties: "waiting")
        #expect(try isSame(requests(1, 2), requests(2, 1)))
        #expect(try !isSame(requests(1, 2), requests(1, 3)))
        #expect(try isSame(requests(1, 2), requests(7, 3), waiting))
        #expect(try !isSame(requests(1, 2), requests(1), waiting))
        var (one, other) = (SimulatedTimers<Int>(), SimulatedTimers<Int>())
        for id in [1, 2] { try one.schedule(id) }
        for id in [8, 5] { try other.schedule(id) }
        #expect(isSame(one, other, SystemIdentifiers(properties: "id")) && !isSame(one, other))
        one.cancel(1)
        #expect(!isSame(one, other, SystemIdentifiers(properties: "id")))
        let difference = StateDifference(from: try requests(), to: try requests(4))
        #expect(difference.lines == ["state: [] → [4]"])
    }

    @Test func `dictionaries differ by their keys`() {
        struct Table { var links: [ID: Link], names: [String: Int] = ["a": 1] }
        var link = Link(id: ID(number: 1), timerID: 2, nextTimerID: 3)
        let before = Table(links: [ID(number: 1): link, ID(number: 2): link])
        link.left = 4
        let after = Table(links: [ID(number: 1): link, ID(number: 3): link], names: ["a": 2])
        let lines = StateDifference(from: before, to: after).lines
        #expect(lines.count == 4)
        #expect(lines[0] == "links[1].left: 0 → 4")
        #expect(lines[1].hasPrefix("links[2]: Link(") && lines[1].hasSuffix(" → none"))
        #expect(lines[2].hasPrefix("links[3]: none → Link("))
        #expect(lines[3] == "names[\"a\"]: 1 → 2")
    }

    @Test func `what has changed is named by its path`() {
        struct Pool { var links: [Link], door = Door.open, open: Set<Int> = [], names: [String: Int?] = [:] }
        let link = Link(id: ID(number: 1), timerID: 2, nextTimerID: 3)
        var after = link
        after.left = 4
        let difference = StateDifference(
            from: Pool(links: [link]),
            to: Pool(links: [after], door: .stuck(1, 2), open: [2, 1], names: ["a": nil])
        )
        #expect(
            difference.lines == [
                "links.0.left: 0 → 4", "door: open → stuck(1, 2)", "open: [] → [1, 2]", "names: [:] → [\"a\": nil]",
            ]
        )
        #expect(StateDifference(from: link, to: link).lines.isEmpty)
    }

    @Test func `a change to another case with an equal payload is a difference`() {
        enum Light {
            case red(Int)
            case green(Int)
        }
        struct Crossing { var light: Light }
        let difference = StateDifference(from: Crossing(light: .red(1)), to: Crossing(light: .green(1)))
        #expect(difference.lines == ["light: red(1) → green(1)"])
    }

    @Test func `a dictionary has the same key before and after the reader knows that it leads to objects`() {
        final class Item {
            let number: Int, next: Item?
            init(_ number: Int, _ next: Item?) { (self.number, self.next) = (number, next) }
        }
        struct Shelf { var items: [Int: Item?], first: Item?, count = 2 }
        let identifiers = SystemIdentifiers(properties: ["count"])
        let shared = Item(3, nil)
        let full = Shelf(items: [1: Item(1, shared), 2: Item(2, shared)], first: shared)
        let empty = Shelf(items: [1: nil, 2: nil], first: nil)
        let reader = StateReader(identifiers: [identifiers])
        let emptyBefore = reader.structure(of: empty).key
        let (first, second) = (reader.structure(of: full), reader.structure(of: full))
        #expect(first.key == second.key && first.rawKey == second.rawKey)
        #expect(first.hasReferences && second.hasReferences)
        #expect(reader.structure(of: empty).key == emptyBefore)
        #expect(first.key != emptyBefore)
    }

    @Test func `names inside a part of the library are no names of a user`() throws {
        final class Counter {
            let lock: SimulatedLock<Int>
            init(_ number: Int) { lock = SimulatedLock(number) }
        }
        let (one, other) = (SimulatedCalls { Counter(5) }, SimulatedCalls { Counter(7) })
        #expect(!isSame(one, other, SystemIdentifiers(properties: "content")))
        let reader = StateReader(identifiers: [SystemIdentifiers(properties: "content")], collectingNames: true)
        _ = reader.structure(of: one)
        #expect(reader.unusedIdentifiers.properties == ["content"])
        #expect(reader.otherNames.properties.isDisjoint(with: ["content", "bag", ""]))
        let parts: [Any.Type] = [
            SimulatedCalls<Counter>.self, CallContent.self, SimulatedTimers<Int>.self, SimulatedContinuations<Int>.self,
        ]
        for part in parts {
            let names = try #require(part as? any NamedPart.Type).storedNames
            #expect(Set(TypeLayout.layout(of: part).fields.map(\.name)).isSuperset(of: names.keys), "\(part)")
        }
    }

    @Test(arguments: [0, 1, 2, 3, 7, 64, 65, 1000])
    func `numbers are sorted by what they stand for, and equal ones stay in order`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let keys = (0..<count).map { _ in Int.random(in: 0..<max(1, count / 2), using: &random) }
        let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        #expect(sortedNumbers(below: count) { keys[$0] < keys[$1] } == expected)
    }

    @Test func `many small sets have one key, whatever the order of their elements is`() {
        struct Grid { var neighbors: [Int: Set<Int>], pairs: [[Int: Bool]] }
        func grid(_ numbers: [Int]) -> Grid {
            var grid = Grid(neighbors: [:], pairs: [])
            for number in numbers {
                for other in numbers.prefix(3) { grid.neighbors[number, default: []].insert(number + other) }
            }
            grid.pairs = (0..<numbers.count).map { [$0: true, $0 + 1: false, $0 - 1: $0 % 3 == 0] }
            return grid
        }
        let first = Array(0..<300)
        #expect(isSame(grid(first), grid([0, 1, 2] + first.dropFirst(3).reversed())))
        var changed = grid(first)
        changed.neighbors[299]?.remove(299)
        #expect(!isSame(grid(first), changed))
    }
}
