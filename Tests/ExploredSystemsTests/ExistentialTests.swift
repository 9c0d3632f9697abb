import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import ExploredSystems

/// Values whose static type is a protocol, `Any` or `AnyHashable`.
@Suite(.timeLimit(.minutes(1)), .computing) struct ExistentialTests {
    private protocol Shape {}
    private protocol Container<Element> { associatedtype Element }
    private protocol Resident: AnyObject {}

    // One to eight words, and values that are aligned to 16 bytes.
    private struct One: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = 0
    }
    private struct Two: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = 0, b = 1
    }
    private struct Three: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = 0, b = 1, c = 2
    }
    private struct Four: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = 0, b = 1, c = 2, d = "d"
    }
    private struct Five: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = 0, rest = Four()
    }
    private struct Six: Hashable, Shape, Container, Error {
        typealias Element = Int
        var rest = Four(), a = 0.5
    }
    private struct Seven: Hashable, Shape, Container, Error {
        typealias Element = Int
        var rest = Six(), a = true
    }
    private struct Eight: Hashable, Shape, Container, Error {
        typealias Element = Int
        var first = Four(), second = Three(), a = 0
    }
    private struct Aligned: Hashable, Shape, Container, Error {
        typealias Element = Int
        var a = SIMD2<Double>(0, 0), b = 1
    }
    private enum Choice: Hashable, Shape, Container, Error {
        typealias Element = Int
        case none
        case some(Int)
        case text(String, Int)
        indirect case more(Choice)
    }
    private final class Object: Hashable, Shape, Container, Resident, Error {
        typealias Element = Int
        let a: Int
        init(_ a: Int) { self.a = a }
        static func == (one: Object, other: Object) -> Bool { one.a == other.a }
        func hash(into hasher: inout Hasher) { hasher.combine(a) }
    }

    private struct Stored {
        var value: Any
        init(_ value: Any) { self.value = value }
    }
    private struct Generic<Value> { var before = 1, value: Value, after = 2 }

    /// Stores a value in each existential type, as a property, a payload, an element and a key.
    private static func wrapped(_ value: some Hashable & Shape & Container<Int> & Error) -> [Any] {
        [
            Stored(value), Generic<any Shape>(value: value), Generic<any Container<Int>>(value: value),
            Generic<any Container>(value: value), Generic<any Error>(value: value),
            Generic<any Shape & Error>(value: value), Generic<AnyHashable>(value: value),
            Generic<(any Error)?>(value: value), Generic<Result<Int, any Error>>(value: .failure(value)),
            [value as Any], [value as any Error], [value as any Shape], [1: value as any Error],
            Set([AnyHashable(value)]),
            [AnyHashable(value): 1], (1, value as any Shape), Generic<Any>(value: Generic<any Error>(value: value)),
        ]
    }

    private static func isSame(_ one: Any, _ other: Any) -> Bool {
        let reader = StateReader(identifiers: [])
        return reader.structure(of: one).key == reader.structure(of: other).key
    }

    private static func check(
        _ make: @autoclosure () -> some Hashable & Shape & Container<Int> & Error,
        _ other: some Hashable & Shape & Container<Int> & Error
    ) {
        for ((one, same), different) in zip(zip(wrapped(make()), wrapped(make())), wrapped(other)) {
            #expect(isSame(one, same), "\(one)")
            #expect(!isSame(one, different), "\(one) \(different)")
        }
    }

    @Test func `a value of one to eight words is read in each existential`() {
        Self.check(One(), One(a: 1))
        Self.check(Two(), Two(b: 2))
        Self.check(Three(), Three(c: 3))
        Self.check(Four(), Four(d: "a text that is longer than fifteen bytes"))
        Self.check(Five(), Five(rest: Four(d: "e")))
        Self.check(Six(), Six(a: 0.25))
        Self.check(Seven(), Seven(a: false))
        Self.check(Eight(), Eight(a: 1))
        Self.check(Aligned(), Aligned(a: SIMD2(0, 1)))
        Self.check(Choice.some(1), Choice.some(2))
        Self.check(Choice.more(.text("a", 1)), Choice.more(.text("b", 1)))
        Self.check(Choice.none, Choice.some(0))
        Self.check(Object(1), Object(2))
        Self.check(One(), Two())
    }

    @Test func `an object is read in an existential of objects`() {
        func stored(_ number: Int) -> [Any] {
            [Generic<any Resident>(value: Object(number)), Generic<AnyObject>(value: Object(number))]
        }
        for (one, other) in zip(stored(1), stored(2)) {
            #expect(!Self.isSame(one, other))
        }
        for (one, other) in zip(stored(1), stored(1)) { #expect(Self.isSame(one, other)) }
    }

    private static let errors: [@Sendable (Int) -> any Error] = [
        { URLError($0 == 0 ? .timedOut : .cancelled) }, { CocoaError($0 == 0 ? .fileNoSuchFile : .fileLocking) },
        { POSIXError($0 == 0 ? .ENOENT : .EPERM) }, { NSError(domain: "d", code: $0) }, { One(a: $0) },
        { Eight(a: $0) }, { Choice.some($0) }, { Object($0) }, { Choice.text("\($0)", 1) },
        { _ in CancellationError() }, { DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\($0)")) },
    ]

    /// Fails with an error of one kind, reports it, fails again and recovers.
    private struct Failing: ExploredSystem {
        let kind: Int
        var error: (any Error)?
        var last: Result<Int, any Error> = .success(0)
        static var initialStates: [Failing] { errors.indices.map { Failing(kind: $0) } }

        func moves(_ move: inout SystemMoves<Failing>) {
            for number in 0..<2 { move("fail \(number)") { $0.error = errors[$0.kind](number) } }
            move("report") { if let error = $0.error { $0.last = .failure(error) } }
            move("recover") { ($0.error, $0.last) = (nil, .success(0)) }
        }
    }

    @Test func `errors of every kind are a part of the state`() throws {
        let exploration = try SystemExploration(of: Failing.self, stateLimit: 200)
        #expect(exploration.faults.isEmpty && exploration.isComplete)
        var counts: [Int: Int] = [:]
        for state in exploration.graph.states { counts[state.kind, default: 0] += 1 }
        let reader = StateReader(identifiers: [])
        for (kind, make) in Self.errors.enumerated() {
            // Nothing has failed, or an error is stored and success, this error or another one was
            // reported last. All cancellations are equal. Of two equal objects, it counts whether
            // they are one.
            let count = reader.structure(of: make(0)).hasReferences ? 9 : 7
            #expect(counts[kind] == (make(0) is CancellationError ? 3 : count), "\(make(0))")
        }
    }
}
