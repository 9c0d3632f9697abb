import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Random values of each kind, whose keys are equal if and only if their models are.
@Suite(.timeLimit(.minutes(1)), .computing) struct KeyOracleTests {
    /// A value, and a text that says what the value is.
    private typealias Sample = (value: Any, model: String)

    private struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var readings: [SystemReading] = []
        let make: @Sendable (inout SeededGenerator) -> Sample

        init(_ name: String, _ make: @escaping @Sendable (inout SeededGenerator) -> Sample) {
            (testDescription, self.make) = (name, make)
        }

        func reading(_ reading: SystemReading) -> Kind {
            var kind = self
            kind.readings = [reading]
            return kind
        }
    }

    private indirect enum Tree: Hashable {
        case leaf
        case node(Tree, Int)
        case pair(left: Tree, right: Tree)
        case text(String)

        static func random(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
            switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &random) {
            case 1: .node(.random(depth - 1, &random), Int.random(in: 0..<2, using: &random))
            case 2: .pair(left: .random(depth - 1, &random), right: .random(depth - 1, &random))
            case 3: .text(["a", "b"].randomElement(using: &random) ?? "")
            default: .leaf
            }
        }
    }

    private final class Node: CustomReflectable {
        var label: Int
        var next: Node?
        init(_ label: Int) { self.label = label }
        var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    /// An object that sets compare by its identity.
    private final class Item: Hashable {
        var label: Int
        weak var unread: Item?
        var next: Item?
        init(_ label: Int) { self.label = label }
        static func == (one: Item, other: Item) -> Bool { one === other }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    private struct Group {
        var all: Set<Item>
        var chosen: [Item]
        var marked: Set<Item>
        var current: ObjectIdentifier?
    }
    private struct Ring {
        var slots: [Int?]
        var start: Int
        var elements: [Int] { (slots[start...] + slots[..<start]).compactMap { $0 } }
    }
    private struct Pair<One, Other> { var one: One, other: Other }

    private static func texts(_ random: inout SeededGenerator) -> [String] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            String(repeating: "x", count: Int.random(in: 0..<2, using: &random) * 16)
                + (["a", "b", "é", "e\u{301}"].randomElement(using: &random) ?? "")
        }
    }
    /// A model that tells canonically equivalent texts apart, as code that reads their bytes does.
    private static func bytes(_ text: String) -> String { "\(Array(text.utf8))" }

    private static func numbers(_ random: inout SeededGenerator, below limit: Int = 4) -> [Int] {
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in Int.random(in: 0..<limit, using: &random) }
    }

    /// Four of the indices of three values.
    private static func indices(_ random: inout SeededGenerator) -> [Int] {
        (0..<4).map { _ in Int.random(in: 0..<3, using: &random) }
    }

    private static let kinds: [Kind] = [
        Kind("integers of several types") {
            let number = Int.random(in: 0..<5, using: &$0)
            let values: [Any] = [
                number, UInt8(number), Int64(number), UInt64.max - UInt64(number), Int128(number) << 80,
            ]
            let index = Int.random(in: values.indices, using: &$0)
            return (values[index], "\(index) \(number)")
        },
        Kind("floating-point numbers") {
            let number = Double(Int.random(in: 0..<4, using: &$0)) / 3
            let values: [Any] = [number, Float(number), SIMD4(repeating: number)]
            let index = Int.random(in: values.indices, using: &$0)
            return (values[index], "\(index) \(number)")
        },
        Kind("texts") {
            let texts = texts(&$0)
            return (texts, "\(texts.map(bytes))")
        },
        Kind("parts of texts") {
            let (text, count) = ("aabaab", Int.random(in: 0..<3, using: &$0))
            let start = Int.random(in: 0..<3, using: &$0)
            return (text.dropFirst(start).prefix(count), "\(start) \(count)")
        },
        Kind("characters and scalars") {
            let text = ["a", "b", "é", "👩‍🚀"].randomElement(using: &$0) ?? "a"
            let isCharacter = Bool.random(using: &$0)
            let scalar = text.unicodeScalars.first ?? "a"
            return isCharacter ? (Character(text), text) : (scalar, "scalar \(scalar)")
        },
        Kind("optionals in optionals") {
            let values: [Int??] = [nil, .some(nil), 0, 1]
            let index = Int.random(in: values.indices, using: &$0)
            return (values[index] as Any, "\(index)")
        },
        Kind("indirect cases") {
            let tree = Tree.random(3, &$0)
            return (tree, "\(tree)")
        },
        Kind("arrays") {
            let numbers = numbers(&$0)
            var copy = numbers
            copy.reserveCapacity(Int.random(in: 0..<40, using: &$0))
            return (copy, "\(numbers)")
        },
        Kind("slices of arrays") {
            let start = Int.random(in: 0..<3, using: &$0)
            let end = Int.random(in: start..<4, using: &$0)
            return ([1, 1, 2, 2][start..<end], "\(start) \(end)")
        },
        Kind("contiguous arrays of arrays") {
            let lists = (numbers(&$0, below: 2), numbers(&$0, below: 2))
            return (ContiguousArray([lists.0, lists.1]), "\(lists)")
        },
        Kind("sets of integers") {
            let numbers = Set(numbers(&$0))
            var set = Set<Int>(minimumCapacity: Int.random(in: 0..<60, using: &$0))
            for number in numbers.shuffled(using: &$0) { set.insert(number) }
            return (set, "\(numbers.sorted())")
        },
        Kind("sets of sets of texts") {
            let sets = Set([Set(texts(&$0)), Set(texts(&$0))])
            return (
                sets,
                "\(sets.map { $0.map { bytes("\($0.unicodeScalars.first ?? " ")\($0)") }.sorted() }.sorted { "\($0)" < "\($1)" })"
            )
        },
        Kind("dictionaries") {
            var (dictionary, numbers) = (
                [Int: [Int]](minimumCapacity: Int.random(in: 0..<60, using: &$0)), numbers(&$0)
            )
            while let number = numbers.popLast() { dictionary[number, default: []].append(numbers.count) }
            return (dictionary, "\(dictionary.sorted { $0.key < $1.key })")
        },
        Kind("dictionaries of dictionaries") {
            var dictionary: [Bool: [Int: Bool]] = [:]
            for number in numbers(&$0) { dictionary[Bool.random(using: &$0), default: [:]][number] = number > 1 }
            let model = dictionary.mapValues { $0.sorted { $0.key < $1.key }.map { "\($0)" } }
            return (dictionary, "\(model[true] ?? ["–"]) \(model[false] ?? ["–"])")
        },
        Kind("ordered pairs") {
            let pairs: [KeyValuePairs<Int, Int>] = [[:], [1: 2], [2: 1], [1: 2, 2: 1], [2: 1, 1: 2]]
            let index = Int.random(in: pairs.indices, using: &$0)
            return (pairs[index], "\(index)")
        },
        Kind("data") {
            let bytes =
                numbers(&$0, below: 2).map { UInt8($0) }
                + Array(repeating: 7, count: 16 * Int.random(in: 0..<2, using: &$0))
            return (Data(bytes), "\(bytes)")
        },
        Kind("values of Foundation") {
            let number = Int.random(in: 0..<3, using: &$0)
            let values: [Any] = [
                Date(timeIntervalSince1970: Double(number)), URL(string: "a:\(number)") as Any,
                IndexSet(integer: number),
                Decimal(number), DateComponents(day: number),
            ]
            let index = Int.random(in: values.indices, using: &$0)
            return (values[index], "\(index) \(number)")
        },
        Kind("values in existentials") {
            let number = Int.random(in: 0..<3, using: &$0)
            let values: [any Hashable & Sendable] = [
                number, "\(number)", [number], Optional(number), Double(number), SIMD2(number, number), UInt8(number),
            ]
            let index = Int.random(in: values.indices, using: &$0)
            let wrapped: [Any] = [
                Pair(one: values[index], other: 0), Pair(one: values[index] as Any, other: 0),
                Pair(one: AnyHashable(values[index]), other: 0),
            ]
            let wrapper = Int.random(in: wrapped.indices, using: &$0)
            // An `AnyHashable` of an optional stores the value in the optional.
            return (wrapped[wrapper], "\(wrapper == 2 && index == 3 ? 0 : index) \(number) \(wrapper)")
        },
        Kind("errors") {
            let number = Int.random(in: 1..<3, using: &$0)
            let errors: [any Error] = [
                URLError(number == 1 ? .timedOut : .cancelled), CocoaError(.init(rawValue: number)),
                CancellationError(),
                POSIXError(number == 1 ? .EPERM : .ENOENT), NSError(domain: "a", code: number),
                NSError(domain: "b", code: number), SystemFault("\(number)", at: nil),
                WrappedError(error: WrappedError(number: number)),
                number == 1 ? ErrorCase.one : ErrorCase.other("a"),
            ]
            let index = Int.random(in: errors.indices, using: &$0)
            let isSingle = errors[index] is CancellationError
            return (Result<Int, any Error>.failure(errors[index]), "\(index) \(isSingle ? 0 : number)")
        },
        Kind("lists of objects that lead to one another") {
            let labels = numbers(&$0, below: 2) + [0]
            let nodes = labels.map(Node.init)
            for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
            let back = Int.random(in: -1..<nodes.count, using: &$0)
            if back >= 0 { nodes[nodes.count - 1].next = nodes[back] }
            return (nodes[0], "\(labels) \(back)")
        },
        Kind("objects in several places") {
            let nodes = [Node(0), Node(0), Node(1)]
            let indices = indices(&$0)
            var numbers: [Int: Int] = [:]
            let model = indices.map { index in
                numbers[index] = numbers[index] ?? numbers.count
                return "\(numbers[index] ?? 0)\(nodes[index].label)"
            }
            return (indices.map { nodes[$0] }, "\(model)")
        },
        Kind("sets of objects") { group(&$0) },
        Kind("addresses") {
            let pointers = (0..<3).map { _ in UnsafeMutablePointer<Int>.allocate(capacity: 1) }
            defer { for pointer in pointers { pointer.deallocate() } }
            let indices = indices(&$0)
            let firsts = indices.map { indices.firstIndex(of: $0) ?? 0 }
            return (indices.map { pointers[$0] }, "\(firsts)")
        },
        Kind("ring buffers, read by their elements") {
            let numbers = numbers(&$0, below: 2)
            let slots = numbers.map(Optional.some) + Array(repeating: nil, count: Int.random(in: 0..<4, using: &$0) + 1)
            let start = Int.random(in: slots.indices, using: &$0)
            let moved = Array(slots[(slots.count - start)...] + slots[..<(slots.count - start)])
            return (Ring(slots: moved, start: start % slots.count), "\(numbers)")
        }.reading(.reading(Ring.self) { $0.elements }),
    ]

    private struct WrappedError: Error {
        var number = 0
        var error: (any Error)?
    }
    private enum ErrorCase: Error {
        case one
        case other(String)
    }

    /// Returns one of some groups of three objects, with the smallest of the descriptions for all
    /// orders.
    ///
    /// The addresses of the objects are in a random order.
    private static func group(_ order: inout SeededGenerator) -> Sample {
        var random = SeededGenerator(seed: UInt64(Int.random(in: 0..<40, using: &order)))
        let labels = (0..<3).map { _ in Int.random(in: 0..<2, using: &random) }
        let made = [0, 1, 2].shuffled(using: &order).map { (index: $0, item: Item(labels[$0])) }
        let items = made.sorted { $0.index < $1.index }.map(\.item)
        func some() -> [Int] { items.indices.filter { _ in Bool.random(using: &random) } }
        let nexts = items.map { _ in max(-1, Int.random(in: -4..<3, using: &random)) }
        for (item, next) in zip(items, nexts) where next >= 0 { item.next = items[next] }
        let (all, marked) = (some(), some())
        let chosen = (0..<Int.random(in: 0..<3, using: &random)).map { _ in Int.random(in: 0..<3, using: &random) }
        // An object that nothing else leads to would be elsewhere.
        let current = (all + chosen + marked).randomElement(using: &random)
        let value = Group(
            all: Set(all.map { items[$0] }),
            chosen: chosen.map { items[$0] },
            marked: Set(marked.map { items[$0] }),
            current: current.map { ObjectIdentifier(items[$0]) }
        )
        var reached = Set(all + chosen + marked)
        for _ in items { reached.formUnion(reached.map { nexts[$0] }.filter { $0 >= 0 }) }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        let models = orders.map { order -> String in
            let labels = order.indices.map { place -> String in
                guard let index = order.firstIndex(of: place), reached.contains(index) else { return "–" }
                let next = nexts[index] < 0 ? -1 : order[nexts[index]]
                return "\(items[index].label)\(next)"
            }
            let (all, marked) = (all.map { order[$0] }.sorted(), marked.map { order[$0] }.sorted())
            return "\(labels) \(all) \(chosen.map { order[$0] }) \(marked) \(current.map { order[$0] } ?? -1)"
        }
        return (value, models.min() ?? "")
    }

    @Test func `there are 24 kinds`() { #expect(Self.kinds.count == 24) }

    @Test(arguments: kinds) private func `keys are equal if and only if the values are`(kind: Kind) {
        for seed in 0..<UInt64(ProcessEnvironment.runs(3)) {
            var random = SeededGenerator(seed: seed)
            let reader = StateReader(identifiers: [], readings: kind.readings)
            var keys: [String: StateKey] = [:]
            var models: [StateKey: String] = [:]
            for _ in 0..<120 {
                let (value, model) = kind.make(&random)
                let key = reader.structure(of: value).key
                #expect(keys[model] ?? key == key, "\(seed): \(model)")
                #expect(models[key] ?? model == model, "\(seed): \(model)")
                (keys[model], models[key]) = (key, model)
            }
            #expect(models.count > 2)
        }
    }
}
