import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Synchronization
import Testing

@testable import ExploredSystems

/// Addresses, which belong to the process and not to a state.
@Suite(.timeLimit(.minutes(1)), .computing) struct AddressTests {
    private static func key(_ value: Any) -> StateKey {
        StateReader(identifiers: []).structure(of: value).key
    }
    private static func hidden(_ value: Any) -> [String] {
        let reader = StateReader(identifiers: [])
        _ = reader.structure(of: value)
        return reader.hiddenProperties.map(\.text)
    }

    /// A buffer that allocates memory, and copies it before it writes.
    private struct Buffer {
        final class Storage {
            let bytes: UnsafeMutableRawPointer
            init() { bytes = .allocate(byteCount: 16, alignment: 8) }
            deinit { bytes.deallocate() }
        }
        private var storage = Storage()
        private(set) var count = 0

        var contents: [UInt8] { Array(UnsafeRawBufferPointer(start: storage.bytes, count: count)) }

        mutating func append(_ byte: UInt8) {
            let copy = Storage()
            copy.bytes.copyMemory(from: storage.bytes, byteCount: count)
            copy.bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
            (storage, count) = (copy, count + 1)
        }
    }

    /// Fills a buffer with bytes.
    private struct Filling: ExploredSystem {
        var buffer = Buffer()
        static var initialStates: [Filling] { [Filling()] }

        func moves(_ move: inout SystemMoves<Filling>) {
            guard buffer.count < 2 else { return }
            for byte: UInt8 in [1, 2] { move("append \(byte)") { $0.buffer.append(byte) } }
        }
    }

    /// Fills a buffer and says how the buffer is read.
    private struct ReadFilling: ExploredSystem {
        var buffer = Buffer()
        static var initialStates: [ReadFilling] { [ReadFilling()] }
        static var readings: [SystemReading] { [.reading(Buffer.self) { $0.contents }] }

        func moves(_ move: inout SystemMoves<ReadFilling>) {
            guard buffer.count < 2 else { return }
            for byte: UInt8 in [1, 2] { move("append \(byte)") { $0.buffer.append(byte) } }
        }
    }

    @Test func `a system that allocates memory can be explored, and the memory is named`() throws {
        let exploration = try SystemExploration(of: Filling.self)
        // The contents of the memory do not distinguish states.
        #expect(exploration.statistics.states == 3 && exploration.end == .complete && !exploration.isComplete)
        let hidden =
            "complete, except for what these properties hide: Storage.bytes (the memory behind an unsafe pointer)"
        #expect(exploration.description.hasSuffix("; \(hidden)"))
        let verdict = exploration.check(.never("three bytes") { $0.buffer.count > 2 })
        #expect("\(verdict)" == "\"three bytes\" is undecided: \(hidden).")
        // A violation is one, whatever is hidden.
        #expect(exploration.check(.never("two bytes") { $0.buffer.count == 2 }).run?.steps.count == 2)
    }

    @Test func `a type is read as the system says`() throws {
        let exploration = try SystemExploration(of: ReadFilling.self)
        #expect(exploration.statistics.states == 7 && exploration.isComplete)
        #expect(exploration.check(.never("three bytes") { $0.buffer.count > 2 }).holds)
    }

    private struct Held { let pointers: [UnsafeMutableRawPointer] }

    @Test func `addresses are numbered in the order in which they appear`() {
        let pointers = (0..<2).map { _ in UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8) }
        defer { for pointer in pointers { pointer.deallocate() } }
        let (one, other) = (pointers[0], pointers[1])
        #expect(Self.key([one]) == Self.key([other]))
        #expect(Self.key([one, one]) == Self.key([other, other]))
        #expect(Self.key([one, other]) == Self.key([other, one]))
        #expect(Self.key([one, one]) != Self.key([one, other]))
        #expect(Self.key([one, other, one]) != Self.key([one, other, other]))
        #expect(Self.key(Optional(one) as Any) != Self.key(UnsafeMutableRawPointer?.none as Any))
        // A pointer to something typed is an address, too.
        let typed = pointers.map { OpaquePointer($0) }
        #expect(Self.key(typed) == Self.key(Array(typed.reversed())))
        #expect(Self.hidden(Held(pointers: [one])) == ["Held.pointers (the memory behind an unsafe pointer)"])
    }

    private final class Node { var number = 0 }
    private struct Chosen { var all: [Node], chosen: ObjectIdentifier }

    @Test func `the identity of an object means the object`() {
        func chosen(_ index: Int) -> Chosen {
            let all = [Node(), Node()]
            return Chosen(all: all, chosen: ObjectIdentifier(all[index]))
        }
        #expect(Self.key(chosen(0)) == Self.key(chosen(0)))
        #expect(Self.key(chosen(0)) != Self.key(chosen(1)))
        #expect(Self.hidden(chosen(0)).isEmpty)
        // The identity may come before the object.
        let nodes = [Node(), Node()]
        #expect(Self.key((ObjectIdentifier(nodes[0]), nodes)) != Self.key((ObjectIdentifier(nodes[1]), nodes)))
        nodes[1].number = 1
        #expect(Self.key((ObjectIdentifier(nodes[0]), nodes)) != Self.key((ObjectIdentifier(nodes[0]), [nodes[1]])))
        // Of an object that is elsewhere, only its absence is known.
        struct Elsewhere { var id: ObjectIdentifier }
        let elsewhere = (Elsewhere(id: ObjectIdentifier(nodes[0])), Elsewhere(id: ObjectIdentifier(nodes[1])))
        #expect(Self.key(elsewhere.0) == Self.key(elsewhere.1))
        #expect(Self.hidden(elsewhere.0) == ["Elsewhere.id (the identity of an object outside the state)"])
    }

    private struct Box<Value> { let value: Value }

    @Test func `the identity of a type is a value`() {
        let types: [Any.Type] = [
            Int.self, String.self, Node.self, [Int].self, [String].self, Box<Int>.self, Box<Box<Int>>.self,
            [Box<Box<Node>>?].self, (Int, Node).self,
        ]
        let keys = types.map { Self.key(ObjectIdentifier($0)) }
        #expect(Set(keys).count == types.count)
        #expect(keys == types.map { Self.key(ObjectIdentifier($0)) })
        #expect(Set(types.map { Self.key(Box<Any.Type>(value: $0)) }).count == types.count)
        #expect(types.flatMap { Self.hidden(ObjectIdentifier($0)) }.isEmpty)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 14, 15, 16, 100, 70_000])
    func `data of any length are equal if their bytes are`(count: Int) {
        func data(_ last: UInt8) -> Data { Data(repeating: 7, count: count) + [last] }
        #expect(Self.key(data(1)) == Self.key(data(1)))
        #expect(Self.key(data(1)) != Self.key(data(2)))
        #expect(Self.key(data(1)) != Self.key(data(1) + [0]))
        #expect(Self.key(Array(data(1))) == Self.key(Array(data(1))))
        #expect(Self.key(Array(data(1))) != Self.key(Array(data(2))))
        #expect(Self.hidden(data(1)).isEmpty)
    }

    @Test func `a slice is its elements and where they are`() {
        let (numbers, text, data) = ([1, 1, 1], "aaa", Data([1, 1, 1]))
        #expect(Self.key(numbers[..<1]) == Self.key(numbers[..<1]))
        #expect(Self.key(numbers[..<1]) != Self.key(numbers[1..<2]))
        #expect(Self.key(text.prefix(1)) == Self.key(text.prefix(1)))
        #expect(Self.key(text.prefix(1)) != Self.key(text.suffix(1)))
        #expect(Self.key(data[..<1]) != Self.key(data[1..<2]))
        #expect(Self.key(Slice(base: numbers, bounds: 0..<1)) != Self.key(Slice(base: numbers, bounds: 1..<2)))
        // The base of these is public, so code may look beyond the end.
        #expect(Self.key("abc".prefix(2)) != Self.key("abd".prefix(2)))
        #expect(Self.key(Slice(base: [1, 2], bounds: 0..<1)) != Self.key(Slice(base: [1, 3], bounds: 0..<1)))
    }

    @Test func `key paths with different arguments differ, and so do a URL with a base and one without`() {
        let reader = StateReader(identifiers: [])
        func key(_ value: Any) -> StateKey { reader.structure(of: value).key }
        #expect(key(\[Int].[0]) == key(\[Int].[0]) && key(\[Int].[0]) != key(\[Int].[1]))
        let relative = URL(string: "a", relativeTo: URL(string: "https://example.org/"))
        #expect(key(relative as Any) != key(relative?.absoluteURL as Any))
    }

    private final class Small {
        let number: Int
        let flag = Atomic(false)
        init(_ number: Int) { self.number = number }
    }

    @Test func `a small noncopyable property is named`() {
        #expect(Self.hidden(Small(1)) == ["Small.flag (a noncopyable value)"])
    }

    private final class Link {
        var next: Link?
        var number = 0
    }

    /// Links in a circle, which are read by what the system says.
    private struct Circle: ExploredSystem {
        var link = Link()
        var count = 0
        static var readings: [SystemReading] {
            [
                .reading(Link.self) { ($0.next as Any, $0.number) },
                .reading(Int.self) { "\($0)" }, .reading(Link?.self) { _ in 0 },
            ]
        }
        static var initialStates: [Circle] {
            let circle = Circle()
            circle.link.next = Link()
            circle.link.next?.next = circle.link
            return [circle]
        }
        func moves(_ move: inout SystemMoves<Circle>) {
            if count < 2 { move("count") { $0.count += 1 } }
        }
    }

    @Test func `objects in a circle may have a reading, and a reading that is not used is named`() throws {
        let exploration = try SystemExploration(of: Circle.self)
        #expect(exploration.graph.states.count == 3)
        let text = exploration.description
        let remark = "Circle.readings contains a reading of Int, but the exploration did not use it"
        #expect(text.contains(remark), "\(text)")
    }

    private static let foundationValues: [@Sendable (Int) -> any Sendable] = [
        { URL(string: "https://example.org/\($0)") as any Sendable }, { IndexSet(integersIn: $0...9) },
        { CharacterSet(charactersIn: "\($0)") }, { TimeZone(secondsFromGMT: $0 * 3600) as any Sendable },
        { Locale(identifier: $0 == 0 ? "de_DE" : "en_US") }, { Calendar(identifier: $0 == 0 ? .gregorian : .hebrew) },
        { DateComponents(year: $0) }, { Date(timeIntervalSince1970: Double($0)) }, { Decimal($0) },
        { UUID(uuid: (UInt8($0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) },
        { Measurement(value: 1, unit: $0 == 0 ? UnitLength.meters : .miles) },
        { URLComponents(string: "a:\($0)") as any Sendable },
        { DateInterval(start: .distantPast, duration: Double($0)) },
        { PersonNameComponents(givenName: "\($0)") }, { IndexPath(indexes: [1, $0]) },
    ]

    @Test(arguments: foundationValues.indices) func `the values of Foundation are equal if they say so`(index: Int) {
        let make = Self.foundationValues[index]
        #expect(Self.key(make(0)) == Self.key(make(0)), "\(make(0))")
        #expect(Self.key(make(0)) != Self.key(make(1)), "\(make(0))")
        #expect(Self.hidden(make(0)).isEmpty, "\(make(0))")
    }

    @Test func `texts with equal hashes differ`() {
        // Their 64-bit FNV-1a hashes are equal.
        let texts = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"]
        #expect(Self.key(texts[0]) != Self.key(texts[1]))
        #expect(Self.key(Int128(1) << 100) != Self.key(Int128(1) << 101))
    }
}
