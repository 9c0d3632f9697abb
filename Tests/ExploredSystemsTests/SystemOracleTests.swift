import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Random systems in several encodings, against a search through their tables.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SystemOracleTests {
    /// For each state and move where the move leads; the last move depends on an assumption.
    private struct Table: Sendable {
        enum Target: Sendable {
            case none, fault
            case state(Int)
        }
        var targets: [[Target]] = []

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 2...7, using: &random)
            targets = (0..<count).map { _ in
                (0..<3).map { _ in
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0..<2: .none
                    case 2: .fault
                    default: .state(Int.random(in: 0..<count, using: &random))
                    }
                }
            }
        }

        /// Returns the number of steps to each state that is reached by the first moves.
        func distances(moves: Int, from start: Int = 0) -> [Int: Int] {
            var (distances, queue) = ([start: 0], [start])
            while !queue.isEmpty {
                let state = queue.removeFirst()
                for case .state(let target) in targets[state].prefix(moves) where distances[target] == nil {
                    distances[target] = (distances[state] ?? 0) + 1
                    queue.append(target)
                }
            }
            return distances
        }

        /// Whether all moves of a state are faults, so that nothing is known about what follows.
        func onlyFails(_ state: Int) -> Bool {
            let isAnyState = targets[state].contains { if case .state = $0 { true } else { false } }
            let isAnyFault = targets[state].contains { if case .fault = $0 { true } else { false } }
            return isAnyFault && !isAnyState
        }

        /// Returns whether the first moves may lead from a state to a goal.
        func isPossible(_ goal: Int, from state: Int, moves: Int) -> Bool {
            distances(moves: moves, from: state).keys.contains { $0 == goal || onlyFails($0) }
        }

        /// Returns the number of steps of the shortest run to a fault by the first moves.
        func shortestFault(moves: Int) -> Int? {
            let faulty = distances(moves: moves).filter { state, _ in
                targets[state].prefix(moves).contains { if case .fault = $0 { true } else { false } }
            }
            return faulty.values.min().map { $0 + 1 }
        }
    }

    /// The table of each encoding, whose systems are explored at the same time.
    private static let tables = Locked<[ObjectIdentifier: Table]>([:])
    private static let random = Locked(SeededGenerator(seed: 0))
    private static func draw(_ count: Int) -> Int { random.withLock { Int.random(in: 0..<count, using: &$0) } }

    /// A way to store the number of a state, in which equal numbers look different.
    fileprivate protocol Encoding: SendableMetatype {
        init(_ number: Int)
        var number: Int { get }
        static var identifiers: [SystemIdentifiers] { get }
        static var readings: [SystemReading] { get }
    }

    private struct System<Code: Encoding>: ExploredSystem {
        private var code: Code
        var present: Int { code.number }

        static var initialStates: [System] { [System(code: Code(0))] }
        static var identifiers: [SystemIdentifiers] { Code.identifiers }
        static var readings: [SystemReading] { Code.readings }

        func moves(_ move: inout SystemMoves<System>) {
            for (index, target) in (tables.withLock { $0[ObjectIdentifier(Code.self)] }?.targets[present] ?? [])
                .enumerated()
            {
                switch target {
                case .none: break
                case .fault: move("\(index)", assuming: index == 2 ? "luck" : nil) { _ in throw SystemFault("fault") }
                case .state(let number):
                    move("\(index)", assuming: index == 2 ? "luck" : nil) { $0.code = Code(number) }
                }
            }
        }
    }

    private struct Text: Encoding {
        private let text: String
        init(_ number: Int) { text = String(repeating: "a", count: 20) + "\(number)" }
        var number: Int { Int(text.dropFirst(20)) ?? 0 }
    }
    private enum Case: Encoding {
        case zero
        case one(Int)
        case more([Int])
        init(_ number: Int) { self = number == 0 ? .zero : number < 3 ? .one(number) : .more([number]) }
        var number: Int {
            switch self {
            case .zero: 0
            case .one(let number): number
            case .more(let numbers): numbers[0]
            }
        }
    }
    private struct Object: Encoding {
        private final class Box: CustomReflectable {
            let number: Int
            init(_ number: Int) { self.number = number }
            var customMirror: Mirror { Mirror(self, children: [:]) }
        }
        private let box: Box
        init(_ number: Int) { box = Box(number) }
        var number: Int { box.number }
    }
    private struct Failure: Encoding {
        private struct Wide: Error { var a = 1, b = 2, c = 3, number: Int }
        private final class Thrown: Error {
            let number: Int
            init(_ number: Int) { self.number = number }
        }
        private let error: any Error
        init(_ number: Int) {
            error =
                switch number % 4 {
                case 0: URLError(number == 0 ? .timedOut : .cancelled)
                case 1: Wide(number: number)
                case 2: Thrown(number)
                default: NSError(domain: "domain", code: number)
                }
        }
        var number: Int {
            (error as? URLError).map { $0.code == .timedOut ? 0 : 4 } ?? (error as? Wide)?.number ?? (error as? Thrown)?
                .number
                ?? (error as NSError).code
        }
    }
    private struct Unordered: Encoding {
        private let bits: Set<String>
        init(_ number: Int) {
            let texts = (0..<3).filter { number >> $0 & 1 == 1 }.map { "\($0)" }
            var bits = Set<String>(minimumCapacity: draw(50))
            for text in draw(2) == 0 ? texts : texts.reversed() { bits.insert(text) }
            self.bits = bits
        }
        var number: Int { bits.reduce(0) { $0 + (1 << (Int($1) ?? 0)) } }
    }
    private struct Table3: Encoding {
        private let bits: [Int: Bool?]
        init(_ number: Int) {
            var bits: [Int: Bool?] = [:]
            bits.reserveCapacity(draw(50))
            for bit in 0..<3 where number >> bit & 1 == 1 { bits[bit] = .some(bit > 1 ? nil : true) }
            self.bits = bits
        }
        var number: Int { bits.keys.reduce(0) { $0 + (1 << $1) } }
    }
    private struct Bytes: Encoding {
        private let data: Data
        init(_ number: Int) {
            var data = Data(repeating: 1, count: 30)
            data.append(UInt8(number))
            self.data = data
        }
        var number: Int { Int(data[data.endIndex - 1]) }
    }
    private struct Names: Encoding {
        private let names: [Int]
        init(_ number: Int) {
            names = (0..<number).reduce(into: []) { names, _ in names.append((names.last ?? 0) + 1 + draw(9)) }
        }
        var number: Int { names.count }
        static var identifiers: [SystemIdentifiers] { [SystemIdentifiers(properties: "names")] }
    }
    private struct Memory: Encoding {
        private final class Storage {
            let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
            deinit { pointer.deallocate() }
        }
        private let storage = Storage()
        init(_ number: Int) { storage.pointer.initialize(to: number) }
        var number: Int { storage.pointer.pointee }
        static var readings: [SystemReading] { [.reading(Memory.self) { $0.number }] }
    }
    private struct Sharing: Encoding {
        private final class Token: Hashable {
            static func == (one: Token, other: Token) -> Bool { one === other }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        /// The second, third and fourth token are the first one, or not.
        private let tokens: [Token]
        private let all: Set<Token>
        init(_ number: Int) {
            let first = Token()
            tokens = [first] + (0..<3).map { number >> $0 & 1 == 1 ? first : Token() }
            all = Set(tokens)
        }
        var number: Int { (0..<3).reduce(0) { $0 + (tokens[$1 + 1] === tokens[0] ? 1 << $1 : 0) } }
    }

    private static var encodings: [any Encoding.Type] {
        [
            Text.self, Case.self, Object.self, Failure.self, Unordered.self, Table3.self, Bytes.self, Names.self,
            Memory.self, Sharing.self,
        ]
    }

    @Test(arguments: 0..<10) func `an exploration finds what a search through the table finds`(index: Int)
        throws
    {
        func check<Code: Encoding>(_: Code.Type) throws {
            for seed in 0..<UInt64(ProcessEnvironment.runs(8)) {
                let table = Table(seed: seed)
                Self.tables.withLock { $0[ObjectIdentifier(Code.self)] = table }
                let exploration = try SystemExploration(of: System<Code>.self)
                #expect(exploration.isComplete, "\(seed): \(exploration)")
                try compare(exploration, table, "\(Code.self), \(seed)")
            }
        }
        try check(Self.encodings[index])
    }

    private func compare<Code>(_ exploration: SystemExploration<System<Code>>, _ table: Table, _ note: Comment) throws {
        let reached = table.distances(moves: 3)
        #expect(Set(exploration.graph.states.map(\.present)) == Set(reached.keys), note)
        #expect(exploration.statistics.states == reached.count, note)
        #expect(exploration.statistics.depth == reached.values.max(), note)
        let moves = reached.keys.flatMap { table.targets[$0] }
        #expect(exploration.statistics.transitions == moves.count { if case .state = $0 { true } else { false } }, note)
        // All faults have one place. A run without an assumption comes before a shorter one.
        let (free, assumed) = (table.shortestFault(moves: 2), table.shortestFault(moves: 3))
        #expect(exploration.faults.map(\.steps.count) == [free ?? assumed].compactMap { $0 }, note)
        #expect(exploration.faults.first.map(\.assumptions.count) == (free != nil ? 0 : assumed.map { _ in 1 }), note)
        let reachedFreely = table.distances(moves: 2)
        for goal in table.targets.indices {
            let run = exploration.check(.never("the goal") { $0.present == goal }).run
            #expect(run?.steps.count == reachedFreely[goal] ?? reached[goal], note)
            let lost = reached.filter { !table.isPossible(goal, from: $0.key, moves: 3) }
            let possible = exploration.check(.alwaysPossible("the goal") { $0.present == goal })
            #expect(possible.run?.steps.count == lost.values.min(), note)
            #expect(possible.holds == lost.isEmpty, note)
            let alone = reached.filter { !table.isPossible(goal, from: $0.key, moves: 2) }
            #expect(
                exploration.check(.alwaysPossible("alone", assuming: []) { $0.present == goal }).holds == alone.isEmpty
            )
        }
    }
}

extension SystemOracleTests.Encoding {
    fileprivate static var identifiers: [SystemIdentifiers] { [] }
    fileprivate static var readings: [SystemReading] { [] }
}
