import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Which numbers are replaced by their ranks, and which of them are compared.
@Suite(.timeLimit(.minutes(1)), .computing) struct IdentifierTests {
    private func isSame(_ one: Any, _ other: Any, _ identifiers: [SystemIdentifiers]) -> Bool {
        let reader = StateReader(identifiers: identifiers)
        return reader.structure(of: one).key == reader.structure(of: other).key
    }

    private struct Pair<Number> { var link: Number, next: Number }

    private typealias WholeNumber = FixedWidthInteger & Sendable
    private static let types: [any WholeNumber.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]

    @Test(arguments: types)
    private func `integers of every type can be identifiers`(type: any WholeNumber.Type) {
        func check<Number: FixedWidthInteger>(_: Number.Type) {
            let kinds = [SystemIdentifiers(properties: "link", "next")]
            let ranked = Pair<Number>(link: 1, next: 2)
            #expect(isSame(Pair<Number>(link: 3, next: 70), ranked, kinds))
            #expect(isSame(Pair(link: Number.min, next: Number.max / 2), ranked, kinds))
            #expect(!isSame(Pair<Number>(link: 70, next: 3), ranked, kinds))
            #expect(!isSame(Pair<Number>(link: 3, next: 3), ranked, kinds))
            #expect(!isSame(Pair<Number>(link: 3, next: 70), ranked, []))
        }
        check(type)
    }

    private final class Link {
        let link: Int
        let next: Int
        let size: Int
        init(_ link: Int, _ next: Int, size: Int = 0) { (self.link, self.next, self.size) = (link, next, size) }
    }

    @Test func `the properties of objects are identifiers by their names`() {
        let kinds = [SystemIdentifiers(properties: "link", "next")]
        #expect(isSame(Link(3, 7), Link(1, 2), kinds))
        #expect(!isSame(Link(7, 3), Link(1, 2), kinds))
        #expect(!isSame(Link(3, 7, size: 1), Link(3, 7, size: 2), kinds))
    }

    private struct ID { var number: Int }
    private struct Owner { var id: ID, timer: Int, stream: Int }

    private static let owners = SystemIdentifiers(types: ID.self)
    private static let timers = SystemIdentifiers(properties: "timer").within(owners)
    private static let streams = SystemIdentifiers(properties: "stream").within(owners)

    @Test(arguments: [[timers, streams], [timers, streams, owners], [owners, timers, streams]])
    func `an owner may own several kinds, and be listed anywhere or not at all`(kinds: [SystemIdentifiers]) {
        func system(_ numbers: (timer: Int, stream: Int)...) -> [Owner] {
            zip(3..., numbers).map { Owner(id: ID(number: $0), timer: $1.timer, stream: $1.stream) }
        }
        #expect(isSame(system((4, 1), (1, 4)), system((1, 4), (4, 1)), kinds))
        #expect(!isSame(system((4, 1), (1, 4)), system((1, 4), (4, 1)), kinds.map(\.unowned)))
    }

    private struct Box { var timer: Int }
    private struct Pool { var links: [Int: Box] }

    @Test(arguments: [SystemIdentifiers(properties: "links"), SystemIdentifiers(properties: [], keys: ["links"])])
    func `the key of a dictionary owns the numbers in its value, if the key has no type of its own`(
        owner: SystemIdentifiers
    ) {
        let one = Pool(links: [1: Box(timer: 4), 2: Box(timer: 1)])
        let other = Pool(links: [1: Box(timer: 1), 2: Box(timer: 4)])
        let timers = SystemIdentifiers(properties: "timer")
        #expect(isSame(one, other, [owner, timers.within(owner)]))
        #expect(!isSame(one, other, [owner, timers]))
    }

    @Test(arguments: ["key", "value"]) func `the parts of an entry are not properties with these names`(name: String) {
        let named = SystemIdentifiers(properties: name)
        #expect(!isSame([3: 1], [4: 1], [named]))
        #expect(!isSame([1: 3], [1: 4], [named]))
    }

    private struct Gate {}
    private struct Step { var link = 0, next = 2 }

    private static let subjects: [(subject: any Sendable, text: String)] = [
        (Gate(), "Gate()"), ("north", "north"), ("south".dropFirst(0), "south"), (7, "7"), (Int?.none, "nil"),
        ([1, 2], "[1, 2]"), (Step(), "link 0, next 2"), ((0, 2), "0.2"),
    ]

    @Test(arguments: subjects) func `the subject of a move is named by its value`(subject: any Sendable, text: String) {
        #expect(StateReader(identifiers: []).text(of: subject, IdentifierRanks()) == text)
    }
}

extension SystemIdentifiers {
    /// The same numbers, all of them compared with each other.
    fileprivate var unowned: SystemIdentifiers {
        SystemIdentifiers(properties: Array(properties))
    }
}
